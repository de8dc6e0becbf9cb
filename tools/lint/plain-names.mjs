// A rule for oxlint: the names of modules and of what stands at their top say of what they are.
import { basename } from "node:path";

const vagueNames = new Set(
  (
    "about after again all already another around asked asking atOnce attend beat became before behind beside bigger by " +
    "calledIn come comes done enter everyone everything few follows found fresh given gives goOn goOnFrom goOnIn gone " +
    "half held here kept keep known knows last least left listed look looked looks lost made many meant meanwhile more " +
    "named newer nobody nobodys none others outcome owes own paid patience plain reached reaches rest said say seen sent " +
    "settle shown shows side someone somebody spare standBy stays tell theirs tie told turn turnRound unsaved visit whole " +
    "whoever whose why whyNot within wrong yet yours"
  ).split(" "),
);
const vagueTypes = new Set(
  (
    "About Asked Asking Found Given Gone Held Kept Known Left Looked Made Meant Met Named Owed Paid Reached Said Seen Sent " +
    "Shown Taken Told Whole Written"
  ).split(" "),
);
const vagueFiles =
  /^(told|kept|left|around|written|seen|since|found|described|meanwhile|nobody|held|turns|swap|fill|by-hand|undone|own-.*)$/;

/** @param {string} name */
const isVague = (name) => vagueNames.has(name) || vagueTypes.has(name) || /^why[A-Z]/.test(name);

export const plainNames = {
  create(context) {
    return {
      Program(program) {
        const stem = basename(context.filename).split(".")[0] ?? "";
        if (vagueFiles.test(stem) && !/\.(test|spec)\./.test(context.filename))
          context.report({ node: program, message: `The file name “${stem}” does not say of what it is.` });
        for (const statement of program.body) {
          const declared = statement.declaration ?? statement;
          for (const { id } of declared.declarations ?? [declared])
            if (id?.type === "Identifier" && isVague(id.name))
              context.report({
                node: id,
                message: `The name “${id.name}” says nothing on its own: say of what it is.`,
              });
        }
      },
    };
  },
};
