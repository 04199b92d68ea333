package io.sluice.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Puts one bug at a time into the rules, and expects a test to fail: {@code mvn verify -Pmutations
 * -pl src}. {@code -Dsluice.mutations=F4} tries only those whose heading this pattern finds.
 */
class MutationsIT {
  private static final Path TABLE = Path.of("target", "mutations.txt");
  private static final String ONLY = System.getProperty("sluice.mutations", "");
  private static final List<MutantResult> RESULTS = new ArrayList<>();
  private static MutationList list;

  @BeforeAll
  static void tryAll() throws IOException, InterruptedException, ExecutionException {
    list = MutationList.in(Path.of("test", "resources", "mutations"));
    Path work = Files.createTempDirectory(Path.of("target"), "mutants");
    MutantRunner runner =
        new MutantRunner(work.toAbsolutePath(), TestClasses.in(Path.of("target", "test-classes")));
    TestProcessReport base = runner.withoutMutation();
    System.out.printf(
        "%d tests hold in %d s of processor time without a mutation.%n",
        base.tests(), base.time().toSeconds());
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      List<Future<MutantResult>> futures = new ArrayList<>();
      for (Mutation mutation : wanted()) {
        int number = futures.size() + 1;
        futures.add(pool.submit(() -> runner.of(number, mutation)));
      }
      for (Future<MutantResult> future : futures) {
        RESULTS.add(future.get());
        System.out.println(RESULTS.get(RESULTS.size() - 1).line());
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static List<Mutation> wanted() {
    Pattern only = Pattern.compile(ONLY);
    return list.mutations().stream()
        .filter(mutation -> only.matcher(mutation.label()).find())
        .toList();
  }

  @AfterAll
  static void sum() throws IOException {
    List<String> lines = new ArrayList<>(RESULTS.stream().map(MutantResult::line).toList());
    list.absent().forEach((rule, why) -> lines.add("%-8s none: %s".formatted(rule, why)));
    lines.add(
        "%d mutations: %d caught, %d survived, %d broken."
            .formatted(
                RESULTS.size(),
                count(MutantResult.End.CAUGHT),
                count(MutantResult.End.SURVIVED),
                count(MutantResult.End.BROKEN)));
    Files.write(TABLE, lines);
    System.out.println(lines.get(lines.size() - 1) + " The table is in " + TABLE + ".");
  }

  private static long count(MutantResult.End end) {
    return RESULTS.stream().filter(result -> result.end() == end).count();
  }

  @TestFactory
  Stream<DynamicTest> everyMutationEndsAsListed() {
    return RESULTS.stream()
        .map(
            result ->
                DynamicTest.dynamicTest(
                    result.mutation().label(),
                    () -> assertThat(result.asExpected()).as(result.line()).isTrue()));
  }

  @Test
  void everyRuleHasAMutationThatIsCaughtOrAReasonWhyNot() {
    Assumptions.assumeTrue(ONLY.isEmpty(), "only some were tried");
    Set<String> missing = new TreeSet<>();
    rules("F", 14).forEach(missing::add);
    rules("E", 9).forEach(missing::add);
    rules("A", 9).forEach(missing::add);
    rules("I", 23).forEach(missing::add);
    missing.removeAll(list.absent().keySet());
    RESULTS.stream()
        .filter(result -> result.end() == MutantResult.End.CAUGHT)
        .forEach(result -> missing.removeAll(result.mutation().rules()));
    assertThat(missing).as("rules without a caught mutation").isEmpty();
  }

  private static Stream<String> rules(String family, int last) {
    return IntStream.rangeClosed(1, last).mapToObj(number -> family + number);
  }
}
