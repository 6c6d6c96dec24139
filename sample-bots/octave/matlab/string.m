classdef string
% STRING  An array of texts as MATLAB has it: string(4), string({'a', 'b'}), "x" + string(4).
%   Text in double quotes is no string in Octave: "a" + "b" adds numbers there.

  properties (Access = private)
    cells = {''};
  end

  methods
    function s = string(value)
      if nargin > 0
        s.cells = texts(value);
      end
    end

    function r = plus(a, b)
      [a, b] = pairwise(a, b);
      r = string(strcat_each(a, b));
    end

    function yes = eq(a, b)
      yes = strcmp(a, b);
    end

    function yes = ne(a, b)
      yes = ~strcmp(a, b);
    end

    function yes = isequal(varargin)
      others = cellfun(@texts, varargin, 'UniformOutput', false);
      yes = builtin('isequal', others{:});
    end

    function yes = strcmp(a, b)
      yes = compared(@strcmp, a, b);
    end

    function yes = strcmpi(a, b)
      yes = compared(@strcmpi, a, b);
    end

    function yes = isstring(~)
      yes = true;
    end

    function text = char(s)
      text = char(s.cells{:});
    end

    function cells = cellstr(s)
      cells = s.cells;
    end

    function number = double(s)
      number = cellfun(@str2double, s.cells);
    end

    function number = str2double(s)
      number = double(s);
    end

    function number = str2num(s)
      number = str2num(char(s));
    end

    function r = upper(s)
      r = string(upper(s.cells));
    end

    function r = lower(s)
      r = string(lower(s.cells));
    end

    function r = strtrim(s)
      r = string(strtrim(s.cells));
    end

    function r = strrep(s, old, new)
      r = string(strrep(texts(s), char(old), char(new)));
    end

    function r = strsplit(s, varargin)
      more = cellfun(@char, varargin, 'UniformOutput', false);
      r = string(strsplit(char(s), more{:}));
    end

    function r = strcat(varargin)
      r = varargin{1};
      for k = 2:nargin
        r = r + varargin{k};
      end
      r = string(r);
    end

    function varargout = sprintf(varargin)
      words = plain(varargin);
      varargout{1} = sprintf(words{:});
    end

    function fprintf(varargin)
      words = plain(varargin);
      fprintf(words{:});
    end

    function varargout = ismember(a, b)
      cells = texts(a);
      if numel(cells) == 1
        cells = cells{1};
      end
      [varargout{1:max(1, nargout)}] = ismember(cells, texts(b));
    end

    function r = horzcat(varargin)
      lists = cellfun(@(x) reshape(texts(x), 1, []), varargin, 'UniformOutput', false);
      r = string([lists{:}]);
    end

    function r = vertcat(varargin)
      lists = cellfun(@(x) reshape(texts(x), [], 1), varargin, 'UniformOutput', false);
      r = string(vertcat(lists{:}));
    end

    function varargout = size(s, varargin)
      [varargout{1:max(1, nargout)}] = size(s.cells, varargin{:});
    end

    function n = numel(s, varargin)
      n = numel(s.cells);
    end

    function n = length(s)
      n = length(s.cells);
    end

    function yes = isempty(s)
      yes = isempty(s.cells);
    end

    function n = end(s, k, n)
      if n == 1
        n = numel(s.cells);
      else
        n = size(s.cells, k);
      end
    end

    function r = subsref(s, places)
      switch places(1).type
        case '()'
          r = string(s.cells(places(1).subs{:}));
        case '{}'
          r = s.cells{places(1).subs{:}};
        otherwise
          error('string: a string has no field %s', places(1).subs);
      end
      if numel(places) > 1
        r = subsref(r, places(2:end));
      end
    end

    function s = subsasgn(s, places, value)
      if ~isa(s, 'string')
        s = string(s);
      end
      if isempty(value) && isnumeric(value)
        s.cells(places(1).subs{:}) = [];
      else
        s.cells(places(1).subs{:}) = texts(value);
      end
    end

    function disp(s)
      printf('    "%s"\n', s.cells{:});
    end
  end
end

function yes = compared(how, a, b)
  a = texts(a);
  b = texts(b);
  if numel(a) == 1
    a = a{1};
  end
  yes = how(a, b);
end

function [a, b] = pairwise(a, b)
% Two lists of texts, of which one alone goes with each of the others.
  a = texts(a);
  b = texts(b);
  if numel(a) == 1
    a = repmat(a, size(b));
  elseif numel(b) == 1
    b = repmat(b, size(a));
  end
end

function r = strcat_each(a, b)
  r = cellfun(@(x, y) [x, y], a, b, 'UniformOutput', false);
end

function words = plain(words)
% Strings among arguments as characters, a word each.
  for k = numel(words):-1:1
    if isa(words{k}, 'string')
      words = [words(1:k - 1), reshape(cellstr(words{k}), 1, []), words(k + 1:end)];
    end
  end
end
