package io.sluice.worker;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devservers.SharedDevServers;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Measures how long a group waits for its turn: from the last report of the group before it to its
 * first write, both as the audit log of a real kube-apiserver has them, with no soak at all.
 *
 * <p>Run it with {@code -Dtest=GroupHandoverBench}; no build does.
 */
class GroupHandoverBench {
  private static final int GROUPS = 10;
  private static final int CLUSTERS = Integer.getInteger("sluice.bench.clusters", 500);
  private static final int ROLLOUTS = Integer.getInteger("sluice.bench.rounds", 5);
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void lastReportToFirstWriteOfTheNextGroup() throws IOException {
    String[] groups =
        IntStream.range(0, GROUPS)
            .mapToObj(
                group ->
                    "g%d=".formatted(group)
                        + IntStream.range(0, CLUSTERS / GROUPS)
                            .mapToObj(i -> "g%d-%03d".formatted(group, i))
                            .collect(Collectors.joining(",")))
            .toArray(String[]::new);
    List<Long> waits = new ArrayList<>();
    try (RolloutFixture fixture = RolloutFixture.on(new LocalTestServers(), groups)) {
      fixture
          .spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY))
          .start(RolloutFixture.QUICK.with(settings -> settings.soakFloor(Duration.ZERO)));
      for (int round = 0; round <= ROLLOUTS; round++) {
        Instant begin = Instant.now();
        fixture.policy(
            "round-" + round,
            "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 10m}}");
        long attempt = round + 1;
        fixture.awaitStatus(
            Duration.ofMinutes(5),
            status ->
                "Done".equals(status.get("phase"))
                    && String.valueOf(attempt).equals(String.valueOf(status.get("attempt"))));
        System.out.printf(
            "rollout %d: %.1f s%s%n",
            round,
            Duration.between(begin, Instant.now()).toMillis() / 1e3,
            round == 0 ? " (warm-up)" : "");
        if (round > 0) {
          waits.addAll(waits(fixture.namespace() + ".web", begin));
        }
      }
    }
    waits.sort(Long::compare);
    System.out.printf(
        "last report to first write of the next group, ms: p50 %d, p99 %d, max %d, of %d%n",
        waits.get(waits.size() / 2),
        waits.get(waits.size() * 99 / 100),
        waits.get(waits.size() - 1),
        waits.size());
  }

  private static List<Long> waits(String replica, Instant begin) throws IOException {
    Map<String, Instant> firstWrite = new HashMap<>();
    Map<String, Instant> lastReport = new HashMap<>();
    for (String line : Files.readAllLines(SharedDevServers.get().auditLog())) {
      if (!line.contains("\"" + replica + "\"")) {
        continue;
      }
      JsonNode entry = JSON.readTree(line);
      Instant received = Instant.parse(entry.path("requestReceivedTimestamp").asText());
      if (received.isBefore(begin) || entry.path("responseStatus").path("code").asInt() >= 300) {
        continue;
      }
      String group = entry.path("objectRef").path("namespace").asText().split("-")[0];
      String verb = entry.path("verb").asText();
      boolean status = entry.path("objectRef").path("subresource").asText().equals("status");
      if (status && verb.equals("update")) {
        Instant answered = Instant.parse(entry.path("stageTimestamp").asText());
        lastReport.merge(group, answered, (one, other) -> one.isAfter(other) ? one : other);
      } else if (verb.equals("update") || verb.equals("create")) {
        firstWrite.merge(group, received, (one, other) -> one.isBefore(other) ? one : other);
      }
    }
    List<Long> waits = new ArrayList<>();
    for (int group = 1; group < GROUPS; group++) {
      waits.add(
          Duration.between(lastReport.get("g" + (group - 1)), firstWrite.get("g" + group))
              .toMillis());
    }
    return waits;
  }
}
