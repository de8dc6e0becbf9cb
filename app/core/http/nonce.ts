import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** Returns the nonce that allows inline scripts under the page's Content-Security-Policy. Undefined in the browser. */
export const useNonce = () => useContext(Nonce);
