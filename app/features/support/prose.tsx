import { Card, CardBody } from "~/ui/card";

/** The text of a page as HTML, for users who may not edit it. */
export function Prose({ html }: { html: string }) {
  return (
    <Card aria-label="Text">
      <CardBody>
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      </CardBody>
    </Card>
  );
}
