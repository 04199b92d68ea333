package io.sluice.simulator.propagator;

import static io.sluice.simulator.propagator.PropagatorFixture.soon;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.simulator.gate.GateAdmission;
import io.sluice.simulator.gate.QuietOrNot;
import io.sluice.simulator.tree.ObjectTree;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Plays what was observed of the real propagator behind the gate (gate 2 to 4): a label on a
 * replica wakes it, it replaces all labels with the spec, and what is refused it tries again, ever
 * more rarely.
 */
@Tag("nightly")
@Timeout(300)
class GatedPropagatorTest {
  private static final String WORKER = "sluice";
  private static final String REPLICA = "policies.root";
  private static final String STAGED = "sluice.io/staged";
  private static final String TICKET = "sluice.io/release";
  private static final String HELD = "sluice.io/held";
  private static final List<String> CLUSTERS =
      IntStream.rangeClosed(1, 6).mapToObj(i -> "c" + i).toList();

  private final PropagatorFixture fixture = new PropagatorFixture();
  private final KubernetesClient worker = fixture.as(WORKER);

  @BeforeEach
  void makeTheFleet() {
    fixture.clusters(CLUSTERS.toArray(String[]::new));
    fixture.placement("policies", "all", CLUSTERS);
    fixture.bind("policies", "all", "root", "all", false);
  }

  @AfterEach
  void close() {
    worker.close();
    fixture.close();
  }

  @QuietOrNot
  void theWriteThatBringsTheLabelIsHeldWithTheContentThatItBrings(boolean quiet) {
    propagated("one");
    gate(quiet);

    editRoot("two", Map.of(STAGED, "true"));

    held(quiet, CLUSTERS);
    assertThat(contents()).isEqualTo(all("one"));
  }

  @QuietOrNot
  void aTicketLetsOneClusterThroughAndTheGateIsClosedAgain(boolean quiet) {
    held(quiet);

    ticket("c1");
    ticket("c2");
    soon(() -> assertThat(contents()).isEqualTo(all("one", "two", "c1", "c2")));
    soon(() -> assertThat(labelled(TICKET)).isEmpty());

    editRoot("three", Map.of(STAGED, "true"));
    held(quiet, CLUSTERS);
    assertThat(contents()).isEqualTo(all("one", "two", "c1", "c2"));
  }

  @QuietOrNot
  void aPropagatorThatStartsAnewChangesNothing(boolean quiet) {
    held(quiet);
    ticket("c1");
    soon(() -> assertThat(contents()).isEqualTo(all("one", "two", "c1")));

    fixture.stop();
    if (quiet) {
      fixture.settle();
    } else {
      fixture.start();
    }

    held(quiet, CLUSTERS.subList(1, 6));
    assertThat(contents()).isEqualTo(all("one", "two", "c1"));
  }

  @QuietOrNot
  void aTicketWithNothingToChangeIsTakenOff(boolean quiet) {
    propagated("one");
    gate(quiet);
    editRoot("one", Map.of(STAGED, "true"));
    soon(() -> assertThat(labelled(STAGED)).isEqualTo(CLUSTERS));

    ticket("c1");

    soon(() -> assertThat(labelled(TICKET)).isEmpty());
    assertThat(contents()).isEqualTo(all("one"));
  }

  @QuietOrNot
  void aNewPolicyIsOnNoClusterUntilAStubHasATicket(boolean quiet) {
    gate(quiet);
    root("one", Map.of(STAGED, "true"));
    fixture.start();
    soon(() -> assertThat(refusedCreations()).isTrue());

    stub("c1");

    soon(() -> assertThat(contents()).isEqualTo(Map.of("c1", "one")));
    soon(() -> assertThat(labelled(TICKET)).isEmpty());
  }

  /** What is refused brings no label: then the root alone says that its replicas are staged. */
  @Test
  void aRefusedWriteBringsNoLabelUntilTheWorkerDoes() {
    held(false);
    assertThat(labelled(STAGED)).isEmpty();

    CLUSTERS.forEach(this::bringLabel);

    held(false, CLUSTERS);
    assertThat(labelled(STAGED)).isEqualTo(CLUSTERS);
    assertThat(contents()).isEqualTo(all("one"));
  }

  /** Of a mutation the propagator learns nothing; the label tells who waits for what. */
  @QuietOrNot
  void whatIsTakenBackWaitsForNothingAnyMore(boolean quiet) {
    held(quiet);
    ticket("c1");
    soon(() -> assertThat(contents()).isEqualTo(all("one", "two", "c1")));

    editRoot("one", Map.of(STAGED, "true"));

    held(quiet, List.of("c1"));
    soon(() -> assertThat(labelled(HELD)).isEqualTo(quiet ? List.of("c1") : List.of()));
    assertThat(contents()).isEqualTo(all("one", "two", "c1"));
  }

  @QuietOrNot
  void formerContentThatTheWorkerWritesStays(boolean quiet) {
    held(quiet);
    ticket("c1");
    soon(() -> assertThat(contents()).isEqualTo(all("one", "two", "c1")));

    write("c1", replica -> replica.setAdditionalProperty("spec", spec("one")));

    held(quiet, CLUSTERS);
    assertThat(contents()).isEqualTo(all("one"));
  }

  @QuietOrNot
  void takingTheLabelOffTheRootWithAnEditLetsNothingThrough(boolean quiet) {
    held(quiet);
    CLUSTERS.forEach(this::bringLabel);

    editRoot("three", Map.of());

    held(quiet, CLUSTERS);
    assertThat(contents()).isEqualTo(all("one"));
    ticket("c1");
    soon(() -> assertThat(contents()).isEqualTo(all("one", "three", "c1")));
    soon(() -> assertThat(labelled(STAGED)).isEqualTo(CLUSTERS.subList(1, 6)));
  }

  private void held(boolean quiet) {
    propagated("one");
    gate(quiet);
    editRoot("two", Map.of(STAGED, "true"));
    held(quiet, CLUSTERS);
  }

  /** Waits until the propagator has tried to write these, and in vain. */
  private void held(boolean quiet, List<String> clusters) {
    fixture.hub.forgetRequests();
    if (quiet) {
      soon(() -> assertThat(labelled(HELD)).containsAll(clusters));
      return;
    }
    soon(
        () ->
            assertThat(fixture.hub.writes())
                .filteredOn(write -> write.verb().equals("update") && write.code() == 403)
                .extracting(write -> write.namespace())
                .containsAll(clusters));
  }

  private boolean refusedCreations() {
    return fixture.hub.writes().stream()
        .anyMatch(write -> write.verb().equals("create") && write.code() == 403);
  }

  private void gate(boolean quiet) {
    fixture.hub.admit(new GateAdmission(WORKER, quiet));
  }

  private void propagated(String content) {
    root(content, Map.of());
    fixture.start();
    soon(() -> assertThat(contents()).isEqualTo(all(content)));
  }

  private void root(String content, Map<String, String> labels) {
    fixture.create(
        PropagatorKinds.POLICY, "policies", "root", labels, Map.of("spec", spec(content)));
  }

  private void editRoot(String content, Map<String, String> labels) {
    fixture.edit(
        "policies",
        "root",
        root -> {
          root.getMetadata().setLabels(labels);
          root.setAdditionalProperty("spec", spec(content));
          return root;
        });
  }

  private static Map<String, Object> spec(String content) {
    return new LinkedHashMap<>(
        Map.of(
            "disabled",
            false,
            "remediationAction",
            "enforce",
            "policy-templates",
            List.of(
                Map.of(
                    "objectDefinition", Map.of("kind", "ConfigurationPolicy", "text", content)))));
  }

  private void bringLabel(String cluster) {
    label(cluster, Map.of(STAGED, "true"));
  }

  private void ticket(String cluster) {
    label(cluster, Map.of(STAGED, "true", TICKET, "1"));
  }

  private void label(String cluster, Map<String, String> more) {
    write(
        cluster,
        replica -> {
          Map<String, String> labels = new TreeMap<>(replica.getMetadata().getLabels());
          labels.putAll(more);
          replica.getMetadata().setLabels(labels);
        });
  }

  /** Writes a replica as the worker, again when the propagator was faster. */
  private void write(String cluster, Consumer<GenericKubernetesResource> change) {
    PropagatorFixture.edit(
        worker,
        cluster,
        REPLICA,
        replica -> {
          change.accept(replica);
          return replica;
        });
  }

  private void stub(String cluster) {
    GenericKubernetesResource stub = new GenericKubernetesResource();
    stub.setApiVersion(PropagatorKinds.apiVersion(PropagatorKinds.POLICY));
    stub.setKind("Policy");
    stub.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(cluster)
            .withName(REPLICA)
            .withLabels(Map.of(PolicyObject.ROOT_LABEL, REPLICA, STAGED, "true", TICKET, "1"))
            .build());
    stub.setAdditionalProperty("spec", Map.of("disabled", true, "policy-templates", List.of()));
    worker.resource(stub).create();
  }

  private static Map<String, String> all(String content) {
    return CLUSTERS.stream().collect(toMap(cluster -> cluster, cluster -> content));
  }

  private static Map<String, String> all(String content, String other, String... clusters) {
    Map<String, String> all = new TreeMap<>(all(content));
    List.of(clusters).forEach(cluster -> all.put(cluster, other));
    return all;
  }

  /** Returns the text of the only template of each replica that has one. */
  private Map<String, String> contents() {
    Map<String, String> contents = new TreeMap<>();
    CLUSTERS.forEach(cluster -> text(cluster).ifPresent(content -> contents.put(cluster, content)));
    return contents;
  }

  private Optional<String> text(String cluster) {
    return fixture.policy(cluster, REPLICA).stream()
        .flatMap(replica -> ObjectTree.maps(PolicyObject.spec(replica).get("policy-templates")))
        .map(template -> ObjectTree.map(template.get("objectDefinition")))
        .map(definition -> ObjectTree.text(definition.get("text")))
        .findFirst();
  }

  private List<String> labelled(String label) {
    return CLUSTERS.stream()
        .filter(
            cluster ->
                fixture
                    .policy(cluster, REPLICA)
                    .filter(replica -> PolicyObject.labels(replica).containsKey(label))
                    .isPresent())
        .toList();
  }
}
