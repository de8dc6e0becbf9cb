import type { ComponentProps, ReactNode } from "react";
import { Button } from "~/ui/button";
import { Form } from "~/ui/owned-form";
import { useNavigation } from "~/ui/navigation";

interface AuthFormProps {
  action: string;
  /** The button's label, and its label while the request is pending. */
  send: string;
  sending: string;
  variant?: ComponentProps<typeof Button>["variant"];
  children: ReactNode;
}

/** A short form with one wide button: large fields, and no stars, because everything is required. */
export function AuthForm({ action, send, sending, variant, children }: AuthFormProps) {
  const busy = useNavigation().formMethod === "POST";
  return (
    <Form method="post" action={action} className="grid gap-4 [&_.input]:min-h-11 [&_.req]:hidden">
      {children}
      <Button size="lg" variant={variant} className="w-full" busy={busy}>
        {busy ? sending : send}
      </Button>
    </Form>
  );
}
