function lines = splitlines(text)
% SPLITLINES  The lines of a text, one below the other.
  lines = split(text, {"\r\n", "\n", "\r"});
end
