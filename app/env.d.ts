import "@remix-run/node";

declare module "@remix-run/node" {
  /** Passed by the server to every loader and action. */
  interface AppLoadContext {
    /** Nonce that allows scripts under this response's Content-Security-Policy. */
    nonce: string;
    /** Identifies this request in the log and in error messages. */
    requestId: string;
    /** The client's IP address, according to TRUST_PROXY. */
    address: string;
    /** Whether Remix's client made the request, so that refusals are rendered as a page. */
    drawn?: boolean;
  }

  interface Future {
    v3_singleFetch: true;
  }
}
