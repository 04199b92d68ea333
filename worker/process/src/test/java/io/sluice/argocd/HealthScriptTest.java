package io.sluice.argocd;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.sluice.hub.status.DerivedStatus;
import io.sluice.rollout.Outcome;
import io.sluice.rollout.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class HealthScriptTest {
  private static final Path ROOT = Path.of("../../deploy/argocd");
  private static final Path ROLLOUT = ROOT.resolve("cluster.open-cluster-management.io/Rollout");
  private static final Path POLICY = ROOT.resolve("policy.open-cluster-management.io/Policy");

  static Stream<Arguments> cases() throws IOException {
    return Stream.concat(cases(ROLLOUT), cases(POLICY));
  }

  private static Stream<Arguments> cases(Path folder) throws IOException {
    Map<?, ?> file = read(folder.resolve("health_test.yaml"));
    return ((List<?>) file.get("tests"))
        .stream()
            .map(Map.class::cast)
            .map(
                test ->
                    Arguments.of(
                        folder, test.get("inputPath"), (Map<?, ?>) test.get("healthStatus")));
  }

  private static Map<?, ?> read(Path file) throws IOException {
    return Serialization.unmarshal(Files.readString(file), Map.class);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void everyCaseHasItsHealth(Path folder, String input, Map<?, ?> expected) throws IOException {
    HealthScript.Health health = HealthScript.in(folder).of(read(folder.resolve(input)));
    assertThat(health.status()).isEqualTo(expected.get("status"));
    assertThat(health.message()).isEqualTo(expected.get("message"));
  }

  @Test
  void everyFileIsACase() throws IOException {
    for (Path folder : List.of(ROLLOUT, POLICY)) {
      try (Stream<Path> files = Files.list(folder.resolve("testdata"))) {
        assertThat(files.map(file -> "testdata/" + file.getFileName()))
            .containsExactlyInAnyOrderElementsOf(
                cases(folder).map(test -> (String) test.get()[1]).toList());
      }
    }
  }

  /** The status is the one that Sluice writes. */
  @ParameterizedTest
  @CsvSource({
    "PENDING,,Progressing",
    "PROGRESSING,,Progressing",
    "SOAKING,,Progressing",
    "WAITING_FOR_APPROVAL,,Suspended",
    "PAUSED,,Suspended",
    "HALTED,FAILED,Degraded",
    "DONE,FAILED,Degraded",
    "DONE,ABORTED,Degraded",
    "DONE,SUPERSEDED,Progressing",
    "DONE,SUCCEEDED,Healthy",
    "PENDING,SUCCEEDED,Progressing",
  })
  void everyPhaseAndOutcomeHasItsHealth(Phase phase, Outcome outcome, String health)
      throws IOException {
    GenericKubernetesResource rollout =
        Serialization.unmarshal(
            Files.readString(ROLLOUT.resolve("testdata/new.yaml")),
            GenericKubernetesResource.class);
    Map<String, Object> status = new TreeMap<>();
    status.put("phase", phase.label());
    status.put("waitingFor", phase == Phase.DONE ? "" : "Waiting.");
    if (outcome != null) {
      status.put("outcome", outcome.label());
    }
    rollout.setAdditionalProperty("status", DerivedStatus.of(rollout, status, Instant.EPOCH));
    Map<?, ?> written = Serialization.unmarshal(Serialization.asYaml(rollout), Map.class);
    assertThat(HealthScript.in(ROLLOUT).of(written).status()).isEqualTo(health);
  }
}
