import { Card, CardBody } from "~/ui/card";

/** What the form of its page has, for those who may not change it. */
export function Prose({ html }: { html: string }) {
  return (
    <Card aria-label="Text">
      <CardBody>
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />
      </CardBody>
    </Card>
  );
}
