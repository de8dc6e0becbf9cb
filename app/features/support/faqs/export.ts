import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { exportRows } from "~/core/list/export.server";
import { faqListing } from "./faqs.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "support.view");
  return exportRows(request, faqListing, {
    id: (faq) => faq.id,
    question: (faq) => faq.question,
    answer: (faq) => faq.answer,
    topic: (faq) => faq.topic,
    status: (faq) => faq.status,
    position: (faq) => faq.position,
    created: (faq) => faq.createdAt,
  });
}
