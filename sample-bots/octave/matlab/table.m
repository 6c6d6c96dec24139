classdef table
% TABLE  Columns with names: table(x, y), table(x, y, 'VariableNames', {'a', 'b'}).
%   t.a, t.a(2), t(1:2, :), t{1, 'a'}, t(3, :) = [], [t; u], sortrows(t, 'a'), height(t).

  properties (Access = private)
    names = {};
    data = {};
  end

  methods
    function t = table(varargin)
      named = find(cellfun(@(x) ischar(x) && strcmp(x, 'VariableNames'), varargin), 1);
      t.data = varargin(1:min([named - 1, nargin]));
      if isempty(named)
        t.names = arrayfun(@(k) sprintf('Var%d', k), 1:nargin, 'UniformOutput', false);
        for k = 1:nargin
          name = inputname(k, false);
          if isvarname(name)
            t.names{k} = name;
          end
        end
      else
        t.names = reshape(texts(varargin{named + 1}), 1, []);
      end
      heights = cellfun(@(column) size(column, 1), t.data);
      if any(heights ~= [heights, 0](1)) || numel(t.names) ~= numel(t.data)
        error('table: columns of %s rows and %d names', mat2str(heights), numel(t.names));
      end
    end

    function varargout = size(t, dim)
      both = [0, numel(t.data)];
      if both(2) > 0
        both(1) = size(t.data{1}, 1);
      end
      if nargin > 1
        varargout = {both(dim)};
      elseif nargout < 2
        varargout = {both};
      else
        varargout = num2cell(both);
      end
    end

    function yes = isempty(t)
      yes = any(size(t) == 0);
    end

    function n = end(t, k, ~)
      n = size(t, k);
    end

    function value = subsref(t, places)
      place = places(1);
      switch place.type
        case '.'
          if strcmp(place.subs, 'Properties')
            value = struct('VariableNames', {t.names});
          else
            value = t.data{column_of(t, place.subs)};
          end
        case '()'
          [rows, columns] = region(t, place.subs);
          value = t;
          value.names = t.names(columns);
          value.data = cellfun(@(column) column(rows, :), t.data(columns), 'UniformOutput', false);
        case '{}'
          [rows, columns] = region(t, place.subs);
          parts = cellfun(@(column) column(rows, :), t.data(columns), 'UniformOutput', false);
          value = [parts{:}];
          if iscell(value) && isscalar(value)
            value = value{1};
          end
      end
      if numel(places) > 1
        value = subsref(value, places(2:end));
      end
    end

    function t = subsasgn(t, places, value)
      place = places(1);
      if strcmp(place.type, '.')
        t = set_column(t, place.subs, places(2:end), value);
        return
      end
      [rows, columns] = region(t, place.subs);
      for k = 1:numel(columns)
        column = t.data{columns(k)};
        if isempty(value) && isnumeric(value)
          column(rows, :) = [];
        elseif isa(value, 'table')
          column(rows, :) = value.data{k};
        elseif iscell(value) && ~iscell(column)
          column(rows, :) = value{min(k, end)};
        elseif iscell(value)
          column(rows, :) = value(min(k, end));
        elseif iscell(column)
          column(rows, :) = {value};
        else
          column(rows, :) = value(:, min(k, end));
        end
        t.data{columns(k)} = column;
      end
    end

    function t = vertcat(t, varargin)
      for k = 1:numel(varargin)
        more = varargin{k};
        if iscell(more)
          more = table(more{:}, 'VariableNames', t.names);
        end
        t.data = cellfun(@(a, b) [a; b], t.data, more.data, 'UniformOutput', false);
      end
    end

    function [t, order] = sortrows(t, by = 1, direction = 'ascend')
      if isnumeric(by) && any(by < 0)
        direction = 'descend';
        by = abs(by);
      end
      order = (1:size(t, 1))';
      keys = column_of(t, by);
      for key = fliplr(keys(:)')
        [~, sorted] = sort(t.data{key}(order, :));
        if strncmp(char(direction), 'desc', 4)  % equal rows keep their order
          [~, ~, ranks] = unique(t.data{key}(order, :));
          [~, sorted] = sort(-ranks(:));
        end
        order = order(sorted);
      end
      t.data = cellfun(@(column) column(order, :), t.data, 'UniformOutput', false);
    end

    function cells = table2cell(t)
      cells = cell(size(t));
      for k = 1:numel(t.data)
        column = t.data{k};
        if ~iscell(column)
          column = num2cell(column, 2);
        end
        cells(:, k) = column;
      end
    end

    function matrix = table2array(t)
      matrix = [t.data{:}];
    end

    function disp(t)
      printf('    %s\n', strjoin(t.names, '    '));
      for row = table2cell(t)'
        printf('    %s\n', strjoin(cellfun(@(one) strtrim(disp(one)), row', 'UniformOutput', false), '    '));
      end
    end
  end

  methods (Access = private)
    function places = column_of(t, name)
      if isnumeric(name)
        places = name;
        return
      end
      [known, places] = ismember(texts(name), t.names);
      if ~all(known)
        error('table: it has no column %s; there are %s', texts(name){find(~known, 1)}, strjoin(t.names, ', '));
      end
    end

    function [rows, columns] = region(t, subs)
      rows = subs{1};
      columns = 1:numel(t.data);
      if numel(subs) > 1 && ~(ischar(subs{2}) && strcmp(subs{2}, ':'))
        columns = columns(column_of(t, subs{2}));
      end
    end

    function t = set_column(t, name, places, value)
      known = find(strcmp(name, t.names));
      if strcmp(name, 'Properties')
        t.names = value;
      elseif isempty(places) && isnumeric(value) && isempty(value)
        t.names(known) = [];
        t.data(known) = [];
      else
        if isempty(known)
          known = numel(t.names) + 1;
          t.names{known} = name;
          t.data{known} = [];
        end
        if ~isempty(places)
          value = subsasgn(t.data{known}, places, value);
        elseif ~ischar(value) && isscalar(value) && numel(t.data) > 1
          value = repmat(value, size(t, 1), 1);
        end
        t.data{known} = value;
      end
    end
  end
end
