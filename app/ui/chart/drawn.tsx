/** What the server drew, see the functions beside this file. It is put in as it stands; browsers run nothing for it. */
export function Drawn({ html, className }: { html: string; className?: string }) {
  return <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
