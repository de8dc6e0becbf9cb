CREATE TABLE `page_views` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`visit_id` integer NOT NULL,
	`at` integer NOT NULL,
	`page` text NOT NULL,
	FOREIGN KEY (`visit_id`) REFERENCES `visits`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `page_views_visit` ON `page_views` (`visit_id`);--> statement-breakpoint
CREATE INDEX `page_views_at` ON `page_views` (`at`,`id`,`page`);--> statement-breakpoint
CREATE INDEX `page_views_page` ON `page_views` (`page`,`at`);--> statement-breakpoint
CREATE TABLE `searches` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`visit_id` integer,
	`at` integer NOT NULL,
	`place` text NOT NULL,
	`term` text NOT NULL,
	`found` integer NOT NULL,
	FOREIGN KEY (`visit_id`) REFERENCES `visits`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `searches_at` ON `searches` (`at`,`id`,`term`,`found`);--> statement-breakpoint
CREATE INDEX `searches_term` ON `searches` (`term`,`at`);--> statement-breakpoint
CREATE INDEX `searches_visit` ON `searches` (`visit_id`);--> statement-breakpoint
CREATE TABLE `visits` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`person_id` integer,
	`started_at` integer NOT NULL,
	`last_at` integer NOT NULL,
	`country` text NOT NULL,
	`browser` text NOT NULL,
	`referrer` text NOT NULL,
	`pages` integer NOT NULL,
	`changes` integer DEFAULT 0 NOT NULL,
	`is_returning` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`person_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `visits_started` ON `visits` (`started_at`,`id`);--> statement-breakpoint
CREATE INDEX `visits_person` ON `visits` (`person_id`,`started_at`);--> statement-breakpoint
CREATE TABLE `applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`job_id` integer NOT NULL,
	`candidate_id` integer NOT NULL,
	`source` text NOT NULL,
	`applied_at` integer NOT NULL,
	`stage` text NOT NULL,
	`stage_at` integer NOT NULL,
	FOREIGN KEY (`job_id`) REFERENCES `career_jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`candidate_id`) REFERENCES `candidates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `applications_applied` ON `applications` (`applied_at`,`id`,`stage`,`source`);--> statement-breakpoint
CREATE INDEX `applications_stage` ON `applications` (`stage`,`stage_at`);--> statement-breakpoint
CREATE INDEX `applications_job` ON `applications` (`job_id`,`applied_at`);--> statement-breakpoint
CREATE INDEX `applications_candidate` ON `applications` (`candidate_id`);--> statement-breakpoint
CREATE TABLE `candidates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`country` text DEFAULT '' NOT NULL,
	`headline` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `candidates_name` ON `candidates` (folded("name"),`id`);--> statement-breakpoint
CREATE INDEX `candidates_created` ON `candidates` (`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `career_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`department` text NOT NULL,
	`location` text NOT NULL,
	`employment` text NOT NULL,
	`seats` integer DEFAULT 1 NOT NULL,
	`manager_id` integer,
	`manager_name` text NOT NULL,
	`opened_at` integer NOT NULL,
	`closed_at` integer,
	`description` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX `career_jobs_opened` ON `career_jobs` (`opened_at`,`id`);--> statement-breakpoint
CREATE INDEX `career_jobs_closed` ON `career_jobs` (`closed_at`);--> statement-breakpoint
CREATE INDEX `career_jobs_manager` ON `career_jobs` (`manager_id`);--> statement-breakpoint
CREATE TABLE `interviews` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`kind` text NOT NULL,
	`starts_at` integer NOT NULL,
	`minutes` integer NOT NULL,
	`interviewer_id` integer,
	`interviewer_name` text NOT NULL,
	`outcome` text,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `interviews_starts` ON `interviews` (`starts_at`,`id`);--> statement-breakpoint
CREATE INDEX `interviews_application` ON `interviews` (`application_id`,`starts_at`);--> statement-breakpoint
CREATE INDEX `interviews_interviewer` ON `interviews` (`interviewer_id`);--> statement-breakpoint
CREATE TABLE `stage_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`application_id` integer NOT NULL,
	`stage` text NOT NULL,
	`at` integer NOT NULL,
	`by_id` integer,
	`by_name` text NOT NULL,
	`note` text DEFAULT '' NOT NULL,
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `stage_events_application` ON `stage_events` (`application_id`,`at`);--> statement-breakpoint
CREATE INDEX `stage_events_stage` ON `stage_events` (`stage`,`at`,`application_id`);--> statement-breakpoint
CREATE INDEX `stage_events_by` ON `stage_events` (`by_id`);--> statement-breakpoint
CREATE TABLE `course_tasks` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enrolment_id` integer NOT NULL,
	`title` text NOT NULL,
	`due_date` text NOT NULL,
	`done_at` integer,
	FOREIGN KEY (`enrolment_id`) REFERENCES `enrolments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `course_tasks_due` ON `course_tasks` (`done_at`,`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `course_tasks_day` ON `course_tasks` (`due_date`,`id`);--> statement-breakpoint
CREATE INDEX `course_tasks_enrolment` ON `course_tasks` (`enrolment_id`,`due_date`);--> statement-breakpoint
CREATE TABLE `courses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`topic` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`teacher_id` integer,
	`teacher_name` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `courses_title` ON `courses` (folded("title"),`id`);--> statement-breakpoint
CREATE INDEX `courses_created` ON `courses` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `courses_teacher` ON `courses` (`teacher_id`);--> statement-breakpoint
CREATE TABLE `enrolments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`course_id` integer NOT NULL,
	`learner_id` integer,
	`learner_name` text NOT NULL,
	`enrolled_at` integer NOT NULL,
	`last_studied_at` integer,
	`lessons_done` integer DEFAULT 0 NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `enrolments_enrolled` ON `enrolments` (`enrolled_at`,`id`,`completed_at`);--> statement-breakpoint
CREATE INDEX `enrolments_completed` ON `enrolments` (`completed_at`,`enrolled_at`);--> statement-breakpoint
CREATE INDEX `enrolments_course` ON `enrolments` (`course_id`,`enrolled_at`);--> statement-breakpoint
CREATE INDEX `enrolments_learner` ON `enrolments` (`learner_id`,`enrolled_at`);--> statement-breakpoint
CREATE INDEX `enrolments_studied` ON `enrolments` (`completed_at`,`last_studied_at`);--> statement-breakpoint
CREATE TABLE `lessons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`course_id` integer NOT NULL,
	`place` integer NOT NULL,
	`title` text NOT NULL,
	`minutes` integer NOT NULL,
	FOREIGN KEY (`course_id`) REFERENCES `courses`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `lessons_course` ON `lessons` (`course_id`,`place`);--> statement-breakpoint
CREATE TABLE `study_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enrolment_id` integer NOT NULL,
	`lesson_id` integer NOT NULL,
	`at` integer NOT NULL,
	`minutes` integer NOT NULL,
	`finished` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`enrolment_id`) REFERENCES `enrolments`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`lesson_id`) REFERENCES `lessons`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `study_sessions_at` ON `study_sessions` (`at`,`id`,`minutes`);--> statement-breakpoint
CREATE INDEX `study_sessions_enrolment` ON `study_sessions` (`enrolment_id`,`at`);--> statement-breakpoint
CREATE TABLE `test_results` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`enrolment_id` integer NOT NULL,
	`topic` text NOT NULL,
	`at` integer NOT NULL,
	`score` integer NOT NULL,
	FOREIGN KEY (`enrolment_id`) REFERENCES `enrolments`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `test_results_at` ON `test_results` (`at`,`id`,`topic`,`score`);--> statement-breakpoint
CREATE INDEX `test_results_enrolment` ON `test_results` (`enrolment_id`,`at`);--> statement-breakpoint
CREATE TABLE `debt_totals` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`invoices` integer NOT NULL,
	`total` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `debt_totals_total` ON `debt_totals` (`total`);--> statement-breakpoint
CREATE TABLE `invoice_totals` (
	`kind` text NOT NULL,
	`day` integer NOT NULL,
	`method` text NOT NULL,
	`invoices` integer NOT NULL,
	`total` integer NOT NULL,
	`days` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`, `method`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `order_totals` (
	`day` integer NOT NULL,
	`status` text NOT NULL,
	`orders` integer NOT NULL,
	`total` integer NOT NULL,
	PRIMARY KEY(`day`, `status`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `sold_items` (
	`id` integer PRIMARY KEY NOT NULL,
	`order_id` integer NOT NULL,
	`placed_at` integer NOT NULL,
	`day` integer NOT NULL,
	`product_id` integer NOT NULL,
	`name` text NOT NULL,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sold_items_order` ON `sold_items` (`order_id`);--> statement-breakpoint
CREATE INDEX `sold_items_placed` ON `sold_items` (`placed_at`,`id`,`product_id`,`quantity`,`amount`);--> statement-breakpoint
CREATE INDEX `sold_items_product` ON `sold_items` (`product_id`,`placed_at`,`quantity`,`amount`);--> statement-breakpoint
CREATE TABLE `sold_totals` (
	`level` integer NOT NULL,
	`block` integer NOT NULL,
	`product_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`level`, `block`, `product_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `visit_totals` (
	`kind` text NOT NULL,
	`day` integer NOT NULL,
	`value` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`kind`, `day`, `value`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invoices_by_completed` ON `invoices` (`deleted_at`,`completed_at`,`id`,`status`,`due_date`,`issue_date`);