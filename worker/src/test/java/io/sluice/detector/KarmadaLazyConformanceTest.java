package io.sluice.detector;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.hub.client.HubClient;
import io.sluice.policy.JsonTree;
import io.sluice.simulator.api.EmbeddedHub;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Plays the cases of the suite {@code karmada-lazy}, in any order, several at a time, each on a hub
 * of its own.
 */
class KarmadaLazyConformanceTest {
  private static final int AT_A_TIME = 10;
  private static final String ONLY = System.getProperty("sluice.karmada.only", "");
  private static final ExecutorService CASES = Executors.newFixedThreadPool(AT_A_TIME);

  @AfterAll
  static void end() {
    CASES.shutdownNow();
  }

  @TestFactory
  Stream<DynamicTest> everyCase() throws IOException {
    return tests(cases(), false);
  }

  @TestFactory
  Stream<DynamicTest> theCasesOfTheSeedWithARestartAfterEveryStep() throws IOException {
    return tests(
        cases().stream().filter(each -> JsonTree.texts(each, "tags").contains("seed")).toList(),
        true);
  }

  private static Stream<DynamicTest> tests(List<Map<String, Object>> cases, boolean restarting) {
    long seed = Long.getLong("sluice.seed", new Random().nextLong());
    System.out.println("-Dsluice.seed=" + seed);
    List<Map<String, Object>> shuffled = new ArrayList<>(cases);
    Collections.shuffle(shuffled, new Random(seed));
    return shuffled.stream()
        .filter(each -> each.get("id").toString().contains(ONLY))
        .map(
            each -> {
              Future<?> played = CASES.submit(() -> play(each, restarting));
              return DynamicTest.dynamicTest(
                  "%s (%s): %s".formatted(each.get("id"), each.get("level"), each.get("title")),
                  played::get);
            })
        .toList()
        .stream();
  }

  private static Void play(Map<String, Object> script, boolean restarting) throws Exception {
    try (EmbeddedHub server = EmbeddedHub.start(0);
        PropagationHub hub = new PropagationHub(HubClient.ofUrl(server.url()))) {
      new KarmadaLazyCase(hub, script, restarting).play();
    }
    return null;
  }

  private static List<Map<String, Object>> cases() throws IOException {
    String given = System.getProperty("sluice.conformance", "");
    Path folder = given.isEmpty() ? Path.of("../src/test/resources/conformance") : Path.of(given);
    JsonNode suite =
        new ObjectMapper().readTree(folder.resolve("karmada-lazy").resolve("cases.json").toFile());
    return new ObjectMapper().convertValue(suite.get("cases"), new TypeReference<>() {});
  }
}
