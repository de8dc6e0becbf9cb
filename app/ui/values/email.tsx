/** An e-mail address, which wraps before its domain, and elsewhere only if it must. */
export function Email({ address }: { address: string }) {
  const at = address.lastIndexOf("@") + 1;
  return (
    <bdi className="wrap-anywhere">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </bdi>
  );
}
