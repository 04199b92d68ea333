package io.sluice.control.template;

import io.sluice.policy.JsonTree;
import io.sluice.process.ConformanceFolder;
import io.sluice.process.RandomSeed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** Makes a test of each case of the suite {@code karmada-lazy}, in any order, several at a time. */
final class KarmadaLazySuite implements AutoCloseable {
  private static final String ONLY = System.getProperty("sluice.karmada.only", "");

  private final ExecutorService threads;
  private final Player player;

  /** Plays one case. */
  interface Player {
    /**
     * Plays a case; a failure is thrown.
     *
     * @param restarting whether the engine is restarted after every step
     */
    void play(Map<String, Object> script, boolean restarting) throws Exception;
  }

  KarmadaLazySuite(int atATime, Player player) {
    this.threads = Executors.newFixedThreadPool(atATime);
    this.player = player;
  }

  Stream<DynamicTest> everyCase() {
    return tests(cases(), false);
  }

  Stream<DynamicTest> theCasesOfTheSeedWithARestartAfterEveryStep() {
    return tests(
        cases().stream().filter(each -> JsonTree.texts(each, "tags").contains("seed")).toList(),
        true);
  }

  private Stream<DynamicTest> tests(List<Map<String, Object>> cases, boolean restarting) {
    long seed = RandomSeed.of("sluice.seed");
    List<Map<String, Object>> shuffled = new ArrayList<>(cases);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.stream()
        .filter(each -> each.get("id").toString().contains(ONLY))
        .map(each -> test(each, restarting, seed))
        .toList()
        .stream();
  }

  private DynamicTest test(Map<String, Object> script, boolean restarting, long seed) {
    Future<?> played =
        threads.submit(
            () -> {
              player.play(script, restarting);
              return script;
            });
    return DynamicTest.dynamicTest(
        "%s (%s): %s".formatted(script.get("id"), script.get("level"), script.get("title")),
        () -> {
          try {
            played.get();
          } catch (ExecutionException e) {
            throw new AssertionError(
                "-Dsluice.seed=%d: %s".formatted(seed, e.getCause().getMessage()), e.getCause());
          }
        });
  }

  private static List<Map<String, Object>> cases() {
    return ConformanceFolder.cases("karmada-lazy", "cases.json");
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
