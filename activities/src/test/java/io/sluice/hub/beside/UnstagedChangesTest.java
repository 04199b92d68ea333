package io.sluice.hub.beside;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.sluice.hub.client.Yaml;
import io.sluice.policy.JsonTree;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Notes and lists clusters that enforced an edit before its rollout (policy-propagation 14.3.5).
 */
class UnstagedChangesTest {
  private static final Instant NOW = Instant.parse("2026-02-03T09:00:00.7Z");

  private static GenericKubernetesResource rollout(String annotations, String status) {
    return Yaml.object(
        """
        apiVersion: cluster.open-cluster-management.io/v1beta1
        kind: Rollout
        metadata: {name: policy-web, namespace: policies, annotations: {%s}}
        status: {%s}
        """
            .formatted(annotations, status));
  }

  private static List<String> listed(Map<String, Object> status) {
    return JsonTree.maps(status, "exceptions").stream()
        .map(issue -> issue.get("cluster") + " " + issue.get("reason"))
        .toList();
  }

  @Test
  void theyAreAddedToWhatIsListedAndReplaceWhatElseIsSaidOfThem() {
    Map<String, Object> status =
        UnstagedChanges.listed(
                rollout(
                    "",
                    "attempt: 3, exceptions: [{cluster: a, status: Failed, reason: Failed}, {cluster: c, status: Succeeded, reason: Regressed}]"),
                4,
                new UnstagedFindings(List.of("b"), List.of("c"), List.of("d")),
                NOW)
            .orElseThrow();
    assertThat(listed(status)).containsExactly("a Failed", "b UnstagedChange", "c UnstagedChange");
    assertThat(status).containsEntry("attempt", 3).doesNotContainKey("exceptionsOmitted");
    assertThat(JsonTree.maps(status, "exceptions").get(1))
        .containsEntry("since", "2026-02-03T09:00:00Z")
        .containsEntry(
            "message",
            "Generation 4 was enforced at once: it was made while the cluster enforced the policy.");
    assertThat(JsonTree.maps(status, "exceptions").get(2))
        .containsEntry(
            "message",
            "Generation 4 was made while the cluster enforced the policy. Whether it was enforced"
                + " there at once is not known: no worker watched at that moment.");
  }

  private static UnstagedFindings seen(String... clusters) {
    return new UnstagedFindings(List.of(clusters), List.of(), List.of());
  }

  @Test
  void nothingIsWrittenWhileARunIsOpenOrTwice() {
    UnstagedFindings found = seen("b");
    assertThat(UnstagedChanges.listed(rollout("", "runOpen: true"), 4, found, NOW)).isEmpty();
    assertThat(
            UnstagedChanges.listed(
                rollout("", "exceptions: [{cluster: b, reason: UnstagedChange}]"), 4, found, NOW))
        .isEmpty();
  }

  @Test
  void whatDoesNotFitIsCounted() {
    String[] clusters = IntStream.range(0, 130).mapToObj("c%03d"::formatted).toArray(String[]::new);
    Map<String, Object> status =
        UnstagedChanges.listed(rollout("", ""), 4, seen(clusters), NOW).orElseThrow();
    assertThat(listed(status)).hasSize(100);
    assertThat(JsonTree.number(status, "exceptionsOmitted")).isEqualTo(30);
  }

  @Test
  void aNoteIsReadBackAndGrows() {
    UnstagedNote note = UnstagedNote.with(Optional.empty(), 3, List.of("b", "a"));
    assertThat(note.text()).isEqualTo("generation 3: a b");
    assertThat(UnstagedNote.of(rollout(UnstagedNote.ANNOTATION + ": '" + note.text() + "'", "")))
        .contains(note);
    assertThat(UnstagedNote.with(Optional.of(note), 4, List.of("c", "a")))
        .isEqualTo(new UnstagedNote(4, List.of("a", "b", "c")));
    assertThat(note.without(List.of("a", "c"))).contains(new UnstagedNote(3, List.of("b")));
    assertThat(note.without(List.of("a", "b"))).isEmpty();
    assertThat(UnstagedNote.of(rollout("", ""))).isEmpty();
    assertThat(UnstagedNote.of(rollout(UnstagedNote.ANNOTATION + ": by hand", ""))).isEmpty();
  }
}
