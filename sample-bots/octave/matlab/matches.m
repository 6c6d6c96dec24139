function yes = matches(text, patterns, varargin)
% MATCHES  Whether texts are one of some patterns; matches(…, 'IgnoreCase', true).
  text = texts(text);
  patterns = texts(patterns);
  if numel(varargin) == 2 && varargin{2}
    text = lower(text);
    patterns = lower(patterns);
  end
  yes = ismember(text, patterns);
end
