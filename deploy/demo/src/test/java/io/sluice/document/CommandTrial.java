package io.sluice.document;

import static java.util.stream.Collectors.joining;

import io.sluice.demo.FrozenScene;
import io.sluice.tools.cli.CommandModel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/**
 * Turns a command as it is written into one that can be run in a scene.
 *
 * <p>The command line's own description decides what is what: a POLICY becomes the policy of the
 * scene, and so on. What a document leaves out, as in "approve it with {@code ./sluice approve}",
 * is added.
 */
final class CommandTrial {
  /** What pages write in capitals, so that the command line can be parsed. */
  private static final Map<String, String> EXAMPLES = examples();

  /** Without their last names, these commands are about something else, which exists, too. */
  private static final Set<String> COMPLETE = Set.of("status", "adopt");

  private static final Set<String> LEFT_OUT =
      Set.of(
          "--kubeconfig",
          "--context",
          "--config",
          "--payload-key-file",
          "--revision",
          "--open",
          "--hub");

  private static final Set<String> WHOLE_HUB = Set.of("leave", "dashboard", "gate");

  /** With files, these commands ask no hub. */
  private static final Set<String> WITHOUT_HUB = Set.of("lint", "explain");

  /** What is to happen later is not to have passed. */
  private static final String LATER = "2999-01-01T00:00:00Z";

  private static final CommandLine MODEL = CommandModel.of(FrozenScene::addCommands);

  private static final Path EXAMPLE_FILES = DocumentFiles.ROOT.resolve("deploy/examples");

  private final Path folder;

  /**
   * Creates it.
   *
   * @param folder for files that commands read and write
   */
  CommandTrial(Path folder) {
    this.folder = folder;
  }

  private static Map<String, String> examples() {
    Map<String, String> examples = new LinkedHashMap<>();
    examples.put("INSTANT", "2026-03-01T22:00:00Z");
    examples.put("KIND/NAME", "Deployment/web");
    examples.put("NAMESPACE:NAME", "sluice-system:sluice");
    examples.put("DURATION", "1m");
    examples.put("$examples", "deploy/examples/placement");
    examples.put("rollout-…", "rollout-canary");
    examples.put("%s", "web-tls");
    examples.put("%d", "1");
    return examples;
  }

  /** Returns the commands that a written one stands for: one for each of its alternatives. */
  static List<List<String>> variants(WrittenCommand written) {
    List<List<String>> variants = new ArrayList<>();
    if (written.arguments().get(0).startsWith("%")) {
      // The command itself is filled in later; those that it becomes are in tests of that message.
      return variants;
    }
    variants.add(List.of());
    for (String argument : written.arguments()) {
      List<String> values = values(argument);
      List<List<String>> longer = new ArrayList<>();
      for (List<String> variant : variants) {
        for (String value : values) {
          List<String> more = new ArrayList<>(variant);
          if (!value.isEmpty()) {
            more.add(value);
          }
          longer.add(more);
        }
      }
      variants = longer;
    }
    return variants.stream()
        .map(variant -> written.quoted() ? variant : withoutSentence(variant))
        .toList();
  }

  private static List<String> values(String argument) {
    if (argument.equals("COMMAND")) {
      return commands();
    }
    String plain = argument.replaceAll("\\.\\.\\.$|^\\[|]$", "").replaceAll("<(\\w+)>", "$1");
    for (Map.Entry<String, String> example : EXAMPLES.entrySet()) {
      if (plain.equals(example.getKey())) {
        return List.of(example.getValue());
      }
      plain =
          plain.replace(
              example.getKey(), example.getKey().startsWith("%") ? "" : example.getValue());
    }
    return List.of(plain.replace("%%", "%").split("\\|"));
  }

  /** Returns the names of all commands that a user sees. */
  static List<String> commands() {
    return MODEL.getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(spec -> !spec.usageMessage().hidden())
        .map(CommandLine.Model.CommandSpec::name)
        .sorted()
        .toList();
  }

  /** Returns the description of a command. */
  static CommandLine command(String name) {
    return MODEL.getSubcommands().get(name);
  }

  /** A sentence goes on after the command: its last words are none of it if they make it wrong. */
  private static List<String> withoutSentence(List<String> arguments) {
    List<String> command = arguments;
    while (command.size() > 1
        && !problems(parse(command)).isEmpty()
        && command.get(command.size() - 1).matches("[a-zA-Z]+")) {
      command = command.subList(0, command.size() - 1);
    }
    return command;
  }

  /** Each parsing begins anew in the same description, which takes long to make. */
  private static synchronized ParseResult parse(List<String> arguments) {
    return MODEL.parseArgs(arguments.toArray(String[]::new));
  }

  /** Returns what is wrong with the command line, but for names that it leaves out. */
  static List<String> problems(List<String> arguments) {
    return problems(parse(arguments));
  }

  private static List<String> problems(ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .flatMap(line -> line.getParseResult().errors().stream())
        .filter(error -> !(error instanceof CommandLine.MissingParameterException))
        .map(Exception::getMessage)
        .toList();
  }

  /** Returns the same command for what is in the scene. */
  List<String> inScene(List<String> arguments, Scene scene) {
    ParseResult parsed = parse(arguments);
    List<String> path = new ArrayList<>();
    while (parsed.hasSubcommand()) {
      parsed = parsed.subcommand();
      path.add(parsed.commandSpec().name());
    }
    boolean named = parsed.commandSpec().findOption("--filename") != null && real(parsed);
    if (path.isEmpty()
        || named
        || parsed.isUsageHelpRequested()
        || parsed.isVersionHelpRequested()) {
      return named ? absolute(arguments) : arguments;
    }
    Set<String> chosen = new LinkedHashSet<>(path);
    List<String> command = new ArrayList<>(path);
    boolean template = arguments.contains("--template");
    for (OptionSpec option : parsed.matchedOptionsSet()) {
      command.addAll(option(option, path, scene));
      chosen.add(option.longestName());
    }
    command.addAll(names(parsed, path, scene, template, chosen));
    CommandLine.Model.CommandSpec spec = parsed.commandSpec();
    boolean files =
        chosen.contains("--filename")
            && !chosen.contains("--against-hub")
            && WITHOUT_HUB.contains(path.get(path.size() - 1));
    if (spec.findOption("--hub") != null && !files) {
      command.addAll(List.of("--hub", scene.hub()));
    }
    if (spec.findOption("--namespace") != null
        && !WHOLE_HUB.contains(path.get(0))
        && !chosen.contains("--namespace")
        && !chosen.contains("--all-namespaces")) {
      command.addAll(List.of("--namespace", scene.namespace()));
    }
    command.addAll(completion(path, chosen, scene));
    return command;
  }

  /** Returns the options without which a command makes no sense, or would not only be tried. */
  private List<String> completion(List<String> path, Set<String> chosen, Scene scene) {
    String last = path.get(path.size() - 1);
    if (last.equals("status") && chosen.contains("--at") && !chosen.contains("--temporal")) {
      return List.of("--temporal", scene.temporal());
    }
    if (last.equals("leave") && !chosen.contains("--dry-run")) {
      return List.of("--dry-run");
    }
    if (last.equals("verify") && !chosen.contains("--as-worker")) {
      return List.of("--as-worker", worker(scene));
    }
    if (last.equals("report")) {
      return chosen.contains("--out")
          ? List.of("--force")
          : List.of("--force", "--out", file("report.html").toString());
    }
    return List.of();
  }

  /** Returns a ServiceAccount in a namespace that the scene has. */
  private static String worker(Scene scene) {
    return scene.namespace() + ":sluice";
  }

  /** Returns whether all files of the command are in this project. */
  private static boolean real(ParseResult parsed) {
    List<String> files =
        parsed.matchedOption("--filename") == null
            ? List.of()
            : parsed.matchedOption("--filename").originalStringValues();
    return !files.isEmpty()
        && files.stream().allMatch(file -> Files.exists(DocumentFiles.ROOT.resolve(file)));
  }

  private static List<String> absolute(List<String> arguments) {
    return arguments.stream()
        .map(
            each -> each.startsWith("deploy/") ? DocumentFiles.ROOT.resolve(each).toString() : each)
        .toList();
  }

  private List<String> option(OptionSpec option, List<String> path, Scene scene) {
    String name = option.longestName();
    if (LEFT_OUT.contains(name)) {
      return List.of();
    }
    if (option.arity().max() == 0 || option.typeInfo().isBoolean()) {
      return List.of(name);
    }
    List<String> given = new ArrayList<>();
    for (String value : option.originalStringValues()) {
      given.add(name);
      given.add(value(name, value, path, scene));
    }
    return given;
  }

  private String value(String name, String value, List<String> path, Scene scene) {
    return switch (name) {
      case "--temporal" -> scene.temporal();
      case "--namespace" -> path.contains("dashboard") ? value : scene.namespace();
      case "--as-worker" -> worker(scene);
      case "--attempt" -> "1";
      case "--port" -> "0";
      case "--at" -> path.contains("status") ? scene.during() : LATER;
      case "--out" -> value.equals("-") ? value : file(value).toString();
      case "--profile" -> written(value, "reportAfter: 5s\n").toString();
      case "--filename" -> existing(value, path);
      case "--like" -> scene.history(folder).toString();
      default -> value;
    };
  }

  /** Returns a file of the examples in place of one that only the reader has. */
  private static String existing(String value, List<String> path) {
    Path real = DocumentFiles.ROOT.resolve(value);
    if (Files.exists(real)) {
      return real.toString();
    }
    if (path.contains("placement")) {
      return EXAMPLE_FILES
          .resolve(
              value.matches("fleet/?|clusters/?|FILE|relabelled.*") ? "fleet" : "placement.yaml")
          .toString();
    }
    return EXAMPLE_FILES
        .resolve(value.contains("rollout") ? "rollout.yaml" : "policy.yaml")
        .toString();
  }

  private Path file(String name) {
    return folder.resolve(Path.of(name).getFileName());
  }

  private Path written(String name, String text) {
    try {
      return Files.writeString(file(name), text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private List<String> names(
      ParseResult parsed, List<String> path, Scene scene, boolean template, Set<String> chosen) {
    List<PositionalParamSpec> all = parsed.commandSpec().positionalParameters();
    List<String> given =
        parsed.matchedPositionals().stream()
            .map(ArgSpec::originalStringValues)
            .flatMap(List::stream)
            .toList();
    String labels = all.stream().map(PositionalParamSpec::paramLabel).collect(joining(" "));
    List<String> names = new ArrayList<>();
    switch (labels) {
      case "POLICY", "POLICY GROUP", "POLICY CLUSTER", "NAME" -> {
        boolean policy =
            !template
                && !(given.isEmpty() && COMPLETE.contains(path.get(0)))
                && (!chosen.contains("--filename") || path.contains("rehearse"));
        if (path.contains("placement")) {
          return given.isEmpty() ? List.of() : List.of("web");
        }
        if (policy) {
          names.add(scene.subject());
        }
        if (labels.endsWith("GROUP") && !chosen.contains("--ungrouped")) {
          names.add(scene.group());
        } else if (labels.endsWith("CLUSTER")) {
          names.add(scene.clusters().get(0));
        } else if (labels.equals("NAME")) {
          int clusters = Math.max(1, given.size() - (template ? 0 : 1));
          names.addAll(scene.clusters().subList(0, Math.min(2, clusters)));
        }
      }
      case "FILE" -> names.add(scene.history(folder).toString());
      case "NAME CLUSTER" -> {
        names.add("web");
        names.addAll(given.size() > 1 ? scene.clusters().subList(0, 1) : List.of());
      }
      case "bash|zsh|fish" -> names.addAll(given.isEmpty() ? List.of("bash") : given);
      default -> names.addAll(given);
    }
    return names;
  }
}
