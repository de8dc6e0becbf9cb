import { asc } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db } from "db";
import { dayAt } from "db/dates";
import { courseTopics } from "db/lookups";
import { courses, courseTasks, enrolments, lessons, studySessions, testResults, users } from "db/schema";
import { testDatabase } from "~/testing/database";
import { seedSamples } from ".";

testDatabase();
const now = new Date("2026-11-22T10:00:00Z"); // a Sunday
const day = 86_400_000;
beforeEach(() => seedSamples({ instead: true, now }));

describe("the sample's courses", () => {
  it("are one of each topic, of five to eight lessons, taught by people who were there", async () => {
    const given = await db.select().from(courses);
    expect(given.map(({ topic }) => topic).toSorted()).toEqual(courseTopics.map(({ value }) => value).toSorted());
    const people = await db.select().from(users);
    for (const { id, teacherId, teacherName, createdAt } of given) {
      const own = (await db.select().from(lessons).orderBy(asc(lessons.place))).filter(
        ({ courseId }) => courseId === id,
      );
      expect(own.map(({ place }) => place)).toEqual(own.map((_, index) => index + 1));
      expect(own.length >= 5 && own.length <= 8).toBe(true);
      const teacher = people.find((person) => person.id === teacherId);
      expect(teacher).toMatchObject({ name: teacherName, status: "Active" });
      expect(teacher && teacher.createdAt < createdAt).toBe(true);
    }
  });

  it("are taken by active people, once each, whose progress is what they did", async () => {
    const people = await db.select().from(users);
    const parts = await db.select().from(lessons);
    const given = await db.select().from(courses);
    const all = await db.select().from(enrolments);
    expect(all).toHaveLength(40);
    expect(new Set(all.map(({ courseId, learnerId }) => `${courseId} ${learnerId}`)).size).toBe(40);
    const sessions = await db.select().from(studySessions).orderBy(asc(studySessions.id));
    for (const { id, courseId, learnerId, learnerName, enrolledAt, lastStudiedAt, lessonsDone, completedAt } of all) {
      const learner = people.find((person) => person.id === learnerId);
      expect(learner).toMatchObject({ name: learnerName, status: "Active" });
      expect(learner && learner.createdAt < enrolledAt).toBe(true);
      expect(given.find((course) => course.id === courseId)!.createdAt < enrolledAt).toBe(true);
      const times = sessions.filter(({ enrolmentId }) => enrolmentId === id);
      expect(times.map(({ at }) => at)).toEqual(
        times.map(({ at }) => at).toSorted((one, other) => one.getTime() - other.getTime()),
      );
      expect(
        [enrolledAt, ...times.map(({ at }) => at), now].every(
          (at, index, moments) => index === 0 || moments[index - 1]! < at,
        ),
      ).toBe(true);
      expect(lastStudiedAt).toEqual(times.at(-1)?.at ?? null);
      const finished = times.filter(({ finished }) => finished);
      expect(lessonsDone).toBe(finished.length);
      const own = parts.filter((lesson) => lesson.courseId === courseId);
      for (const { lessonId } of finished)
        expect(times.filter((time) => time.lessonId === lessonId).reduce((sum, { minutes }) => sum + minutes, 0)).toBe(
          own.find((lesson) => lesson.id === lessonId)?.minutes,
        );
      expect(completedAt).toEqual(finished.length === own.length ? times.at(-1)?.at : null);
    }
  });

  it("are alive: there is study on most weekdays, and tasks are done, due and overdue", async () => {
    const sessions = await db.select().from(studySessions);
    const lately = new Set(
      sessions.filter(({ at }) => now.getTime() - at.getTime() < 28 * day).map(({ at }) => dayAt(at, config.timeZone)),
    );
    expect(lately.size).toBeGreaterThan(15); // out of twenty
    const results = await db.select().from(testResults);
    expect(results.every(({ score, at }) => score >= 48 && score <= 100 && at < now)).toBe(true);
    expect(new Set(results.map(({ topic }) => topic)).size).toBe(6);
    const tasks = await db.select().from(courseTasks);
    const today = dayAt(now, config.timeZone);
    const open = tasks.filter(({ doneAt }) => !doneAt);
    expect(tasks.every(({ doneAt }) => !doneAt || doneAt < now)).toBe(true);
    expect(
      open.some(({ dueDate }) => dueDate < today) &&
        open.some(({ dueDate }) => dueDate >= today) &&
        tasks.length > open.length,
    ).toBe(true);
    expect(
      (await db.select().from(enrolments)).filter(
        ({ completedAt, lastStudiedAt }) =>
          !completedAt && lastStudiedAt && now.getTime() - lastStudiedAt.getTime() > 15 * day,
      ).length,
    ).toBeGreaterThan(0);
  });

  it("are the same for the same day", async () => {
    const first = await db.select().from(studySessions);
    await seedSamples({ instead: true, now });
    expect(await db.select().from(studySessions)).toEqual(first);
  });
});
