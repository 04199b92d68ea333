package io.sluice.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds the commands in a text: in code of Markdown, in comments and messages, in sentences.
 *
 * <p>Code ends with its quotes or its line. In a sentence the end is where a comma, a full stop or
 * another sign stands.
 */
final class CommandFinder {
  private static final Pattern PROGRAM =
      Pattern.compile("(?<![\\w./-])(\\./sluice|kubectl sluice|kubectl)(?= )");
  private static final Pattern CODE = Pattern.compile("`([^`]+)`|\\{@code ([^}]+)}");
  private static final Pattern ARGUMENT =
      Pattern.compile("(?:'[^']*'|\"[^\"]*\"|\\$\\([^)]*\\)|[^\\s'\"])+");
  private static final Pattern END = Pattern.compile("[#|&;>].*|<\\(.*|<|2>.*|→|-+>.*");

  /** In a sentence about kubectl itself another verb follows. */
  private static final Pattern KUBECTL =
      Pattern.compile("-n|apply|config|create|delete|describe|get|patch|scale");

  private final Set<String> commands;

  /**
   * Creates a finder.
   *
   * @param commands the names of Sluice's commands, which tables write without a program
   */
  CommandFinder(Set<String> commands) {
    this.commands = Set.copyOf(commands);
  }

  /** Returns the commands of a file, in order. */
  List<WrittenCommand> find(String file, String text) {
    List<WrittenCommand> found = new ArrayList<>();
    boolean markdown = file.endsWith(".md");
    boolean java = file.endsWith(".java");
    boolean fenced = false;
    String[] lines = text.split("\n", -1);
    for (int i = 0; i < lines.length; i++) {
      String place = file + ":" + (i + 1);
      String line = lines[i];
      if (markdown && line.strip().startsWith("```")) {
        fenced = !fenced;
      } else if (fenced) {
        while (line.endsWith("\\") && i + 1 < lines.length) {
          line = line.substring(0, line.length() - 1) + lines[++i].strip();
        }
        addAll(found, place, line, true);
      } else if (java) {
        addMessage(found, place, line);
      } else {
        addProse(found, place, line, markdown);
      }
    }
    return found;
  }

  /** Returns the commands in what a command printed. */
  List<WrittenCommand> findPrinted(String place, String output) {
    List<WrittenCommand> found = new ArrayList<>();
    // Long lines are folded: a line that is indented further goes on.
    output
        .lines()
        .forEach(line -> addAll(found, place + ":0", line, line.strip().startsWith("./sluice ")));
    return found;
  }

  private void addProse(
      List<WrittenCommand> found, String place, String line, boolean withoutProgram) {
    Matcher code = CODE.matcher(line);
    StringBuilder rest = new StringBuilder();
    while (code.find()) {
      String inside = code.group(1) == null ? code.group(2) : code.group(1);
      inside = inside.replace("\\|", "|");
      if (!addAll(found, place, inside, true) && withoutProgram && named(inside)) {
        found.add(new WrittenCommand(place, "sluice", arguments(inside, true), true));
      }
      code.appendReplacement(rest, " ");
    }
    code.appendTail(rest);
    addAll(found, place, rest.toString(), false);
  }

  /** In a source: a text, or a line of a text block or of a comment. */
  private void addMessage(List<WrittenCommand> found, String place, String line) {
    String stripped = line.strip();
    if (stripped.startsWith("*") || stripped.startsWith("//")) {
      addProse(found, place, line, false);
      return;
    }
    String text = line.replace("\\\"", "'").replace("$$", "$").replaceAll("\\\\$", "");
    Matcher program = PROGRAM.matcher(text);
    while (program.find()) {
      int end = text.indexOf('"', program.end());
      String rest = text.substring(program.start(), end < 0 ? text.length() : end);
      // A line of examples begins with two spaces.
      addAll(found, place, rest, text.substring(0, program.start()).endsWith("\"  "));
      if (rest.indexOf("./sluice ", 2) > 0) {
        return;
      }
    }
  }

  /** Returns whether a code begins with the name of a command and says more than that. */
  private boolean named(String code) {
    int space = code.indexOf(' ');
    return space > 0
        && commands.contains(code.substring(0, space))
        && code.substring(space).matches(" (-|\\[|[A-Z]{2}|[a-z]+\\|| [a-z]).*| \\.\\.\\.");
  }

  private boolean addAll(List<WrittenCommand> found, String place, String text, boolean quoted) {
    Matcher program = PROGRAM.matcher(text);
    boolean any = false;
    while (program.find()) {
      String rest = text.substring(program.end()).strip();
      Matcher next = PROGRAM.matcher(rest);
      // "kubectl sluice" names one program; a chain of commands names several.
      if (next.find()) {
        rest = rest.substring(0, next.start());
      }
      List<String> arguments = arguments(rest, quoted);
      boolean ours = !program.group(1).equals("kubectl");
      boolean verb =
          ours || quoted || KUBECTL.matcher(arguments.isEmpty() ? "" : arguments.get(0)).matches();
      if (!arguments.isEmpty() && verb) {
        any = true;
        found.add(new WrittenCommand(place, ours ? "sluice" : "kubectl", arguments, quoted));
      }
    }
    return any;
  }

  private static List<String> arguments(String text, boolean quoted) {
    // What stands in the next column explains the command.
    String first = text.replaceAll("\\{\\{.*?}}", "release").split(" {2,}|\t", 2)[0];
    List<String> arguments = new ArrayList<>();
    Matcher argument = ARGUMENT.matcher(first);
    while (argument.find()) {
      String each = argument.group();
      if (END.matcher(each).matches()) {
        break;
      }
      boolean last = each.matches(".*[,;:)]") && balance(each) <= 0 || each.matches("\\W*");
      String plain =
          each.replaceAll("(?<!\\.)[,;:]+$|(?<=[^.])\\.$", "")
              .replaceAll("(?<!\\([^)]{0,80})\\)+$", "");
      plain = plain.replaceAll("^(['\"])(.*)\\1$", "$2");
      if (!plain.isEmpty()) {
        arguments.add(plain);
      }
      if (last || !quoted && each.endsWith(".")) {
        break;
      }
    }
    return arguments;
  }

  private static int balance(String text) {
    return (int) (text.chars().filter(c -> c == '(').count())
        - (int) text.chars().filter(c -> c == ')').count();
  }
}
