import { createContext, useContext } from "react";

const Nonce = createContext<string | undefined>(undefined);

export const NonceProvider = Nonce.Provider;

/** What lets an inline script of this document run under its Content-Security-Policy. Known on the server only. */
export const useNonce = () => useContext(Nonce);
