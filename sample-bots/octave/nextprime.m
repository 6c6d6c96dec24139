function primes = nextprime(numbers)
% NEXTPRIME  The smallest prime that is not below a number; MATLAB has it, Octave lacks it.
  primes = max(2, ceil(numbers));
  for k = 1:numel(primes)
    while ~isprime(primes(k))
      primes(k) = primes(k) + 1;
    end
  end
end
