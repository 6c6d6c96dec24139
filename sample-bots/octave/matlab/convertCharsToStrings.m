function varargout = convertCharsToStrings(varargin)
% CONVERTCHARSTOSTRINGS  Characters and cell arrays of them as strings; others as they are.
  varargout = varargin;
  for k = 1:nargin
    if ischar(varargin{k}) || iscellstr(varargin{k})
      varargout{k} = string(varargin{k});
    end
  end
end
