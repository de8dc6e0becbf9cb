import "@remix-run/node";

declare module "@remix-run/node" {
  /** What the server hands to every loader and action. */
  interface AppLoadContext {
    /** Allows scripts of this answer under its Content-Security-Policy. */
    nonce: string;
    /** Names this request in the log and to the person who asks about it. */
    requestId: string;
    /** The client's IP address, by TRUST_PROXY. */
    address: string;
    /** Whether Remix in the browser asks, which draws what was refused as a page. */
    drawn?: boolean;
  }

  interface Future {
    v3_singleFetch: true;
  }
}
