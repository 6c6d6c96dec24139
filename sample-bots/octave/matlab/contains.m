function yes = contains(text, patterns, varargin)
% CONTAINS  Whether texts hold one of some patterns; contains(…, 'IgnoreCase', true).
  text = texts(text);
  patterns = texts(patterns);
  if numel(varargin) == 2 && varargin{2}
    text = lower(text);
    patterns = lower(patterns);
  end
  holds = @(one) any(cellfun(@(pattern) isempty(pattern) || ~isempty(strfind(one, pattern)), patterns));
  yes = cellfun(holds, text);
end
