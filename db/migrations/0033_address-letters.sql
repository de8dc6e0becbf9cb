-- Browsers send "info@müller.example" as "info@xn--mller-kva.example". Addresses are looked up in their own letters.
UPDATE OR IGNORE accounts SET email = canonical_address(email) WHERE email LIKE '%xn--%';
--> statement-breakpoint
UPDATE OR IGNORE users SET email = canonical_address(email) WHERE email LIKE '%xn--%';
--> statement-breakpoint
UPDATE OR IGNORE firebase_accounts SET email = canonical_address(email) WHERE email LIKE '%xn--%';
--> statement-breakpoint
UPDATE OR IGNORE invitations SET email = canonical_address(email) WHERE email LIKE '%xn--%';
--> statement-breakpoint
UPDATE OR IGNORE mail_links SET email = canonical_address(email) WHERE email LIKE '%xn--%';
