import { useState } from "react";

/** Returns `value`, or the earlier one that `isSame` calls the same, so that components need not render it again. */
export function useUnchanged<Value>(value: Value, isSame: (earlier: Value, value: Value) => boolean): Value {
  const [earlier, setEarlier] = useState(value);
  if (earlier === value || isSame(earlier, value)) return earlier;
  setEarlier(value);
  return value;
}
