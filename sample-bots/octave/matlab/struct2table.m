function t = struct2table(records)
% STRUCT2TABLE  The fields of a structure, or of an array of them, as columns.
  names = fieldnames(records)';
  if isscalar(records)
    data = struct2cell(records)';
    t = table(data{:}, 'VariableNames', names);
  else
    t = cell2table(squeeze(struct2cell(records(:)))', 'VariableNames', names);
  end
end
