import { useEffect, useState } from 'react';

/** Debounces a value: returns the latest value that stayed the same for `ms` milliseconds. */
export function useDebounced<Value>(value: Value, ms: number): Value {
  const [debouncedValue, setDebouncedValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedValue(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debouncedValue;
}
