package io.sluice.simulator.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * Writes replicas of a staged policy as everybody who may, on a hub with the gate, that of the
 * quiet kind or the other.
 */
abstract class GateContract {
  static final String WORKER = "system:serviceaccount:sluice-system:sluice";
  private static final String PROPAGATOR = "system:serviceaccount:ocm:propagator";
  private static final String POLICY = "policy.open-cluster-management.io/v1";
  private static final String STAGED = "sluice.io/staged";
  private static final String TICKET = "sluice.io/release";
  private static final String CLUSTER = "gate-c1";
  private static final String NAME = "policies.web";

  private KubernetesClient propagator;
  private KubernetesClient worker;

  /** Has the gate stand, of the quiet kind or not, and nothing of the other. */
  abstract void gate(boolean quiet);

  /** Connects as that user, who has all rights. */
  abstract KubernetesClient client(String user, String... groups);

  /** Removes what {@link #gate} made. */
  abstract void end();

  @BeforeEach
  void connect() {
    propagator = client(PROPAGATOR);
    worker = client(WORKER);
    propagator
        .resource(new NamespaceBuilder().withNewMetadata().withName(CLUSTER).endMetadata().build())
        .createOr(existing -> null);
  }

  @AfterEach
  void clear() {
    propagator
        .genericKubernetesResources(POLICY, "Policy")
        .inNamespace(CLUSTER)
        .list()
        .getItems()
        .stream()
        .map(propagator::resource)
        .forEach(Resource::delete);
    propagator.close();
    worker.close();
    end();
  }

  @QuietOrNot
  void aChangeOfTheSpecIsHeldWhoeverWritesIt(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = worker.resource(replica("one")).create();

    for (String user : List.of(PROPAGATOR, "somebody")) {
      try (KubernetesClient writer = client(user)) {
        held(quiet, () -> put(writer, replica, spec("two")));
      }
    }

    assertThat(content(read())).isEqualTo("one");
    assertThat(labels(read()).containsKey("sluice.io/held")).isEqualTo(quiet);
  }

  @QuietOrNot
  void takingTheLabelOffInTheSameWriteIsNoWayPast(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = worker.resource(replica("one")).create();

    held(quiet, () -> put(propagator, replica, unlabelled(STAGED).andThen(spec("two"))));
    held(
        quiet,
        () -> put(propagator, replica, spec("two").andThen(r -> r.getMetadata().setLabels(null))));

    assertThat(content(read())).isEqualTo("one");
    // Nor is the write after it.
    held(quiet, () -> put(propagator, replica, unlabelled(STAGED).andThen(spec("two"))));
    assertThat(content(read())).isEqualTo("one");
  }

  /** The propagator copies the label together with the content that comes with it. */
  @QuietOrNot
  void theWriteThatBringsTheLabelIsHeldAlready(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = replica("one");
    replica.getMetadata().getLabels().remove(STAGED);
    propagator.resource(replica).create();

    held(quiet, () -> put(propagator, replica, labelled(STAGED, "true").andThen(spec("two"))));

    assertThat(content(read())).isEqualTo("one");
    // Without another change it is brought.
    put(propagator, replica, labelled(STAGED, "true"));
    assertThat(labels(read())).containsEntry(STAGED, "true");
  }

  @QuietOrNot
  void aTicketLetsOneWriteThroughAndIsUsedUpByIt(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = worker.resource(replica("one")).create();
    put(worker, replica, labelled(TICKET, "3"));

    refused(
        () -> put(propagator, replica, spec("two").andThen(labelled(TICKET, "3"))),
        "A ticket lets one change through");
    put(propagator, replica, spec("two"));

    assertThat(content(read())).isEqualTo("two");
    assertThat(labels(read())).doesNotContainKeys(TICKET, "sluice.io/held");
    held(quiet, () -> put(propagator, replica, spec("three")));
    assertThat(content(read())).isEqualTo("two");
  }

  @QuietOrNot
  void onlyTheWorkerWritesTicketsAndWithNothingElse(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = worker.resource(replica("one")).create();

    refused(
        () -> put(propagator, replica, labelled(TICKET, "3")),
        "Only the worker of Sluice may write the label sluice.io/release.");
    refused(
        () -> put(worker, replica, labelled(TICKET, "3").andThen(spec("two"))),
        "A ticket changes nothing but the label sluice.io/release.");

    put(worker, replica, labelled(TICKET, "3"));
    refused(() -> put(propagator, replica, labelled(TICKET, "4")), "Only the worker of Sluice");
    // Whoever takes it off lets nothing through.
    put(propagator, replica, unlabelled(TICKET));
    assertThat(labels(read())).doesNotContainKey(TICKET);
  }

  @QuietOrNot
  void whatIsCreatedIsHeldButForTheWorker(boolean quiet) {
    gate(quiet);

    refused(
        () -> propagator.resource(replica("one")).create(),
        "Held by Sluice until the turn of cluster gate-c1.");
    GenericKubernetesResource stub = replica("");
    stub.getMetadata().getLabels().put(TICKET, "3");
    worker.resource(stub).create();
    put(propagator, replica("one"), replica -> {});

    assertThat(content(read())).isEqualTo("one");
    assertThat(labels(read())).doesNotContainKey(TICKET);
  }

  @QuietOrNot
  void theWorkerWritesFormerContentAndNoOtherPolicy(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = worker.resource(replica("one")).create();
    GenericKubernetesResource root = replica("one");
    root.getMetadata().setName("web");
    root.getMetadata().getLabels().remove("policy.open-cluster-management.io/root-policy");
    propagator.resource(root).create();
    GenericKubernetesResource other = replica("one");
    other.getMetadata().setName("policies.other");
    other.getMetadata().getLabels().remove(STAGED);
    propagator.resource(other).create();

    put(worker, replica, spec("former"));

    assertThat(content(read())).isEqualTo("former");
    for (GenericKubernetesResource foreign : List.of(root, other)) {
      refused(
          () -> put(worker, foreign, spec("two")),
          "the worker of Sluice may write replicas with the label sluice.io/staged alone.");
      put(propagator, foreign, spec("two"));
    }
  }

  @QuietOrNot
  void labelsAloneDeletionsAndWhoBreaksTheGlassPass(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource replica = worker.resource(replica("one")).create();

    put(propagator, replica, labelled("tier", "gold"));
    assertThat(labels(read())).containsEntry("tier", "gold");
    try (KubernetesClient somebody = client("ann", GateAdmission.BREAK_GLASS)) {
      put(somebody, replica, spec("two"));
    }
    assertThat(content(read())).isEqualTo("two");

    assertThat(propagator.resource(replica).delete()).hasSize(1);
  }

  /** By this the worker finds out whether the gate stands: nobody may write it. */
  @QuietOrNot
  void theProbeIsHeldFromTheWorkerToo(boolean quiet) {
    gate(quiet);
    GenericKubernetesResource probe = replica("one");
    probe.getMetadata().setName("sluice.gate-probe");

    refused(
        () -> worker.resource(probe).dryRun().create(), "Held by Sluice until the turn of cluster");
    probe.getMetadata().getLabels().put(TICKET, "probe");
    assertThat(worker.resource(probe).dryRun().create()).isNotNull();
    assertThat(worker.resource(probe).get()).isNull();
  }

  private static void held(boolean quiet, Runnable write) {
    if (quiet) {
      write.run();
    } else {
      refused(write, "Held by Sluice until the turn of cluster gate-c1.");
    }
  }

  private static void refused(Runnable write, String why) {
    assertThatThrownBy(write::run)
        .isInstanceOfSatisfying(
            KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403))
        .hasMessageContaining("ValidatingAdmissionPolicy 'sluice-gate'")
        .hasMessageContaining(why);
  }

  /** Replaces labels and spec as the propagator does: by those that the object was built with. */
  private static void put(
      KubernetesClient client,
      GenericKubernetesResource built,
      Consumer<GenericKubernetesResource> change) {
    GenericKubernetesResource wanted = Serialization.clone(built);
    change.accept(wanted);
    GenericKubernetesResource standing = client.resource(built).get();
    standing.getMetadata().setLabels(wanted.getMetadata().getLabels());
    standing.setAdditionalProperty("spec", wanted.getAdditionalProperties().get("spec"));
    client.resource(standing).update();
  }

  private GenericKubernetesResource read() {
    return propagator.resource(replica("")).get();
  }

  private static Map<String, String> labels(GenericKubernetesResource replica) {
    return replica.getMetadata().getLabels();
  }

  private static String content(GenericKubernetesResource replica) {
    List<Map<String, Map<String, Map<String, String>>>> templates =
        replica.get("spec", "policy-templates");
    return templates.stream()
        .map(template -> template.get("objectDefinition").get("metadata").get("name"))
        .findFirst()
        .orElse("");
  }

  private static Consumer<GenericKubernetesResource> labelled(String label, String value) {
    return replica -> replica.getMetadata().getLabels().put(label, value);
  }

  private static Consumer<GenericKubernetesResource> unlabelled(String label) {
    return replica -> replica.getMetadata().getLabels().remove(label);
  }

  private static Consumer<GenericKubernetesResource> spec(String content) {
    return replica -> replica.setAdditionalProperty("spec", tree(content));
  }

  static GenericKubernetesResource replica(String content) {
    GenericKubernetesResource replica =
        Serialization.unmarshal(
            """
            apiVersion: %s
            kind: Policy
            metadata:
              name: %s
              namespace: %s
              labels:
                policy.open-cluster-management.io/root-policy: policies.web
                sluice.io/staged: "true"
            """
                .formatted(POLICY, NAME, CLUSTER),
            GenericKubernetesResource.class);
    replica.getMetadata().setLabels(new HashMap<>(replica.getMetadata().getLabels()));
    replica.setAdditionalProperty("spec", tree(content));
    return replica;
  }

  private static Map<String, Object> tree(String content) {
    Map<String, Object> spec = new HashMap<>();
    spec.put("disabled", content.isEmpty());
    spec.put(
        "policy-templates",
        content.isEmpty()
            ? List.of()
            : List.of(
                Map.of(
                    "objectDefinition",
                    Map.of(
                        "apiVersion",
                        POLICY,
                        "kind",
                        "ConfigurationPolicy",
                        "metadata",
                        Map.of("name", content)))));
    return spec;
  }
}
