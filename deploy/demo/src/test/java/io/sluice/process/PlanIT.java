package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.client.CachedReplica;
import io.sluice.hub.replica.ReplicaParser;
import io.sluice.policy.Dispatch;
import io.sluice.simulator.spoke.SpokeBehaviour;
import io.sluice.simulator.spoke.SpokeBehaviours;
import io.sluice.tools.cli.CommandRun;
import io.sluice.tools.option.ExitCodes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plans an edit of a policy on a real API server, applies it, and compares. */
@Timeout(Patience.TEST)
class PlanIT {
  private static final String STRATEGY =
      "{type: ProgressivePerGroup, progressivePerGroup: {progressDeadline: 5m}}";

  private final LocalTestServers servers = new LocalTestServers();

  @TempDir private Path folder;

  @Test
  void theWavesOfARunAreThoseOfThePlanOfItsFile() throws IOException {
    try (RolloutFixture fixture = RolloutFixture.on(servers, "dev=d1,d2", "prod=p1")) {
      fixture.spokes(SpokeBehaviours.all(SpokeBehaviour.ORDINARY)).start(RolloutFixture.QUICK);
      fixture.policy("one", STRATEGY);
      succeed(fixture);
      GenericKubernetesResource edited = fixture.root();
      String file =
          Files.writeString(
                  folder.resolve("web.yaml"),
                  Serialization.asYaml(edited).replace("word: \"one\"", "word: \"two\""))
              .toString();

      CommandRun run = run(fixture, "plan", "web", "-f", file, "--soak-floor", "1s", "-o", "json");
      assertThat(run.err()).isEmpty();
      JsonNode plan = new ObjectMapper().readTree(run.out());
      assertThat(fixture.root().getMetadata().getGeneration()).isEqualTo(1);
      assertThat(plan.path("generation").asLong()).isEqualTo(2);
      assertThat(plan.at("/changes/generation/content").asBoolean()).isTrue();

      fixture.policy("two", STRATEGY);
      succeed(fixture);
      assertThat(fixture.root().getMetadata().getGeneration()).isEqualTo(2);
      List<String> started = started(fixture, plan.path("attempt").asLong());
      for (List<String> wave : waves(plan)) {
        assertThat(started.subList(0, wave.size())).containsExactlyInAnyOrderElementsOf(wave);
        started.subList(0, wave.size()).clear();
      }
      assertThat(started).isEmpty();
    }
  }

  private void succeed(RolloutFixture fixture) {
    assertThat(run(fixture, "wait", "web", "--timeout", "150s").code()).isEqualTo(ExitCodes.OK);
  }

  private static List<List<String>> waves(JsonNode plan) {
    List<List<String>> waves = new ArrayList<>();
    for (JsonNode wave : plan.at("/likely/waves")) {
      List<String> clusters = new ArrayList<>();
      wave.path("clusters").forEach(cluster -> clusters.add(cluster.asText()));
      waves.add(clusters);
    }
    return waves;
  }

  /** Returns the clusters of an attempt in the order of their dispatches. */
  private static List<String> started(RolloutFixture fixture, long attempt) {
    Map<String, Instant> dispatched = new TreeMap<>();
    for (String cluster : fixture.clusters()) {
      Dispatch dispatch =
          fixture
              .replica(cluster)
              .flatMap(ReplicaParser::of)
              .map(CachedReplica::replica)
              .flatMap(replica -> replica.dispatch())
              .orElseThrow();
      assertThat(dispatch.attempt()).isEqualTo(attempt);
      dispatched.put(cluster, dispatch.at());
    }
    return new ArrayList<>(
        dispatched.keySet().stream().sorted(Comparator.comparing(dispatched::get)).toList());
  }

  private CommandRun run(RolloutFixture fixture, String... command) {
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of("--kubeconfig", servers.servers().kubeconfig().toString()));
    all.addAll(List.of("-n", fixture.namespace()));
    return CommandRun.of(all.toArray(String[]::new));
  }
}
