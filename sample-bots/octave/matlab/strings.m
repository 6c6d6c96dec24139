function s = strings(varargin)
% STRINGS  An array of empty strings: strings(2, 3).
  s = string(repmat({''}, varargin{:}));
end
