/** The name of a record in the first column of a list, as a link to its page. */
export const RecordLink = ({ href, name }: { href: string; name: string }) => (
  <a href={href} className="primary-cell">
    <bdi>{name}</bdi>
  </a>
);
