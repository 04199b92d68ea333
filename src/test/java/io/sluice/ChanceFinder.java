package io.sluice;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Finds in the source of a test what depends on the speed of a machine, on an unknown seed, or on a
 * port that another process may have.
 */
final class ChanceFinder {
  private static final Pattern COMMENT = Pattern.compile("\\s*(/\\*|\\*|//)");
  private static final Pattern DECLARED = Pattern.compile("\\bDuration (\\w+)\\b");
  private static final Pattern MEASURED =
      Pattern.compile("Duration\\.between|nanoTime|currentTimeMillis|Instant\\.now");
  private static final String SEED =
      "take the seed from RandomSeed (in src: RandomSeeds), and name it in the failure";
  private static final String TIME =
      "assert an order, or what is shorter than a wait of hours; print a measured time, or move a"
          + " budget into a test with @Tag(\"budget\")";
  private static final String WAIT = "wait for a condition";
  private static final String PATIENCE =
      "wait by await() of the module's Patience, whose limit no machine reaches";
  private static final String PORT = "have the system choose a port: 0";

  /** They play a network, or a fault, that takes its time. */
  private static final Set<String> SLOW = Set.of("FaultScene", "LateHubIT");

  /** They show an address, and connect to nothing. */
  private static final Set<String> SHOWING =
      Set.of(
          "CodecServerTest",
          "ConfigurationTest",
          "HubAddressTest",
          "AddressConverterTest",
          "KubeconfigTest",
          "LiveScreenTest",
          "ServerCommandsTest",
          "TemporalProfileTest");

  private static final Set<String> SEEDS = Set.of("RandomSeed", "RandomSeeds");

  private static final List<Ban> BANS =
      List.of(
          new Ban("\\.isLessThan(OrEqualTo)?\\(", TIME, Source::comparesADuration),
          new Ban("\\.isBetween\\(", TIME, Source::comparesAMeasuredTime),
          new Ban("assertThat\\(Instant\\.now\\(\\)\\)\\s*\\.isBefore", TIME, Source::isNoBudget),
          new Ban("\\bassertTimeout(Preemptively)?\\(", TIME, Source::isNoBudget),
          new Ban("\\bnew (Secure|Splittable)?Random\\(\\)", SEED, Source::isNoSeed),
          new Ban("\\bThreadLocalRandom\\b", SEED, Source::isNoSeed),
          new Ban("\\bMath\\.random\\(", SEED, Source::isNoSeed),
          new Ban("\\bRandomGenerator\\.", SEED, Source::isNoSeed),
          new Ban("\\bCollections\\.shuffle\\([^,;]*\\);", SEED, Source::isNoSeed),
          new Ban("(Random|getLong)\\([^;]*System\\.(nanoTime|current)", SEED, Source::isNoSeed),
          new Ban("\\b(Thread|[A-Z]+SECONDS|MINUTES)\\.sleep\\(", WAIT, Source::doesNotPlayATime),
          new Ban("import .*[.]Awaitility\\b", PATIENCE, Source::isNoPatience),
          new Ban("\\bnew ServerSocket\\(\\s*[1-9]", PORT, Source::any),
          new Ban("\\bnew InetSocketAddress\\(([^;,]*,)?\\s*[1-9]\\d*\\s*\\)", PORT, Source::any),
          new Ban("\\b(start|createPortBoundServer|to)\\(\\s*[1-9]\\d{3,4}\\b", PORT, Source::any),
          new Ban("(localhost|127\\.0\\.0\\.1|\\[::1\\]):[1-9]\\d{3,4}", PORT, Source::mayConnect));

  private ChanceFinder() {}

  /**
   * Holds one pattern.
   *
   * @param instead what to do instead
   * @param applies whether it is banned at a place of a source
   */
  private record Ban(Pattern what, String instead, BiPredicate<Source, MatchResult> applies) {
    Ban(String what, String instead, BiPredicate<Source, MatchResult> applies) {
      this(Pattern.compile(what), instead, applies);
    }
  }

  /** Returns a line for each place. */
  static List<String> in(String path, String text) {
    Source source = Source.of(path, text);
    List<String> found = new ArrayList<>();
    for (Ban ban : BANS) {
      ban.what()
          .matcher(source.code())
          .results()
          .filter(place -> ban.applies().test(source, place))
          .map(
              place ->
                  "%s:%d: %s: %s"
                      .formatted(path, source.line(place), place.group().strip(), ban.instead()))
          .forEach(found::add);
    }
    return found;
  }

  /**
   * Holds a source.
   *
   * @param code the text without comments, with as many lines
   * @param durations what is declared in it as a Duration
   */
  private record Source(String path, String code, Pattern durations) {
    static Source of(String path, String text) {
      String code =
          text.lines()
              .map(line -> COMMENT.matcher(line).lookingAt() ? "" : line)
              .collect(Collectors.joining("\n"));
      String names =
          DECLARED
              .matcher(code)
              .results()
              .map(declared -> "|\\b" + declared.group(1) + "\\b")
              .distinct()
              .collect(Collectors.joining());
      return new Source(
          path, code, Pattern.compile("\\bDuration\\b|\\.to(Millis|Seconds|Minutes)\\(" + names));
    }

    private String name() {
      return path.replaceAll(".*/|\\.java$", "");
    }

    private boolean measures() {
      return path.contains("/bench/") || name().endsWith("Bench");
    }

    long line(MatchResult place) {
      return code.substring(0, place.start()).lines().count();
    }

    private String statement(MatchResult place) {
      int begin =
          Math.max(code.lastIndexOf(';', place.start()), code.lastIndexOf('{', place.start()));
      int end = code.indexOf(';', place.end());
      return code.substring(begin + 1, end < 0 ? code.length() : end);
    }

    /** Returns whether it is in no test that is played where time can be measured. */
    boolean isNoBudget(MatchResult place) {
      String before = code.substring(0, place.start());
      int test = before.lastIndexOf("@Test");
      String block = before.substring(Math.max(0, before.lastIndexOf("\n\n", Math.max(0, test))));
      return !measures() && !block.contains("@Tag(\"budget\")");
    }

    boolean comparesADuration(MatchResult place) {
      return isNoBudget(place) && durations.matcher(statement(place)).find();
    }

    boolean comparesAMeasuredTime(MatchResult place) {
      return isNoBudget(place) && MEASURED.matcher(statement(place)).find();
    }

    boolean isNoSeed(MatchResult place) {
      return !SEEDS.contains(name());
    }

    boolean doesNotPlayATime(MatchResult place) {
      return !measures() && !SLOW.contains(name());
    }

    /** Tests on real servers have limits of their own. */
    boolean isNoPatience(MatchResult place) {
      return !path.startsWith("deploy/demo/") && !name().endsWith("Patience");
    }

    boolean mayConnect(MatchResult place) {
      return !SHOWING.contains(name());
    }

    boolean any(MatchResult place) {
      return true;
    }
  }
}
