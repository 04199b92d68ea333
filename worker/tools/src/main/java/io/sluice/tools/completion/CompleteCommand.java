package io.sluice.tools.completion;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/**
 * Lists how the last argument can go on, in the protocol that kubectl uses for plugins: a candidate
 * a line, then a colon and whether file names are candidates, too.
 */
@Command(
    name = "__complete",
    hidden = true,
    description = "Lists candidates for the last argument, for kubectl_complete-sluice.")
public final class CompleteCommand implements Runnable {
  /** No file names. */
  private static final String CANDIDATES_ONLY = ":4";

  private static final String FILES_TOO = ":0";

  @Parameters(arity = "0..*", paramLabel = "ARG", description = "The command line so far.")
  private List<String> arguments = new ArrayList<>();

  @Unmatched private List<String> options = new ArrayList<>();
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    List<String> words = spec.commandLine().getParseResult().originalArgs();
    List<String> all = new ArrayList<>(words.subList(words.indexOf(spec.name()) + 1, words.size()));
    String last = all.isEmpty() ? "" : all.get(all.size() - 1);
    int index = Math.max(0, all.size() - 1);
    List<CharSequence> endings = new ArrayList<>();
    AutoComplete.complete(
        spec.root(), all.toArray(String[]::new), index, last.length(), last.length(), endings);
    TreeSet<String> candidates = new TreeSet<>();
    endings.forEach(ending -> candidates.add(last + ending));
    candidates.remove(spec.name());
    if (last.isEmpty()) {
      // As kubectl: options are offered once a dash is typed.
      candidates.removeIf(candidate -> candidate.startsWith("-"));
    }
    PrintWriter out = spec.commandLine().getOut();
    candidates.forEach(out::println);
    out.println(candidates.isEmpty() ? FILES_TOO : CANDIDATES_ONLY);
    out.flush();
  }
}
