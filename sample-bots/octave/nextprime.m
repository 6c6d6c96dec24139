function primes = nextprime(numbers)
% NEXTPRIME  Returns the smallest prime that isn't less than a number, as in MATLAB.
  primes = max(2, ceil(numbers));
  for k = 1:numel(primes)
    while ~isprime(primes(k))
      primes(k) = primes(k) + 1;
    end
  end
end
