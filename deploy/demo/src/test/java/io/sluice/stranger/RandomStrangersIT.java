package io.sluice.stranger;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.sluice.devservers.Kubectl;
import io.sluice.hub.client.HubApi;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import io.sluice.hub.read.HubMode;
import io.sluice.process.Patience;
import io.sluice.process.RandomSeed;
import io.sluice.process.RolloutFixture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes at random what each role may write on real servers, and looks after some hundred writes
 * whether anybody else has noticed: their edits arrive, nothing of theirs is gone or changed, the
 * process lives and is ready, and no status names somebody who wrote nothing.
 *
 * <p>{@code -Dsluice.strangers.writes} says how many writes each role does, half of them in each
 * mode; {@code -Dsluice.strangers.seed} repeats those of a failure, and {@code
 * -Dsluice.strangers.cases='STANDALONE AUTHOR'} does so for one of them alone.
 */
@Timeout(2 * Patience.TEST)
class RandomStrangersIT {
  private static final String SEED = "sluice.strangers.seed";
  private static final int WRITES = Integer.getInteger("sluice.strangers.writes", 1_000) / 2;
  private static final String CASES = System.getProperty("sluice.strangers.cases", ".*");
  private static final int CHECKED = 250;

  /** The cluster of the add-on account, and of what is attacked in Temporal. */
  private static final String OWN = "s1";

  private static final long DRAWN = RandomSeed.of(SEED);

  @TempDir private static Path folder;

  static List<Arguments> modesAndRoles() {
    return Stream.of(HubMode.values())
        .flatMap(
            mode ->
                Stream.of(StrangerRole.values())
                    .filter(role -> wanted(mode, role.name()))
                    .map(role -> Arguments.of(mode, role)))
        .toList();
  }

  private static boolean wanted(HubMode mode, String who) {
    return (mode + " " + who).matches(CASES);
  }

  @ParameterizedTest(name = "{0} {1}", allowZeroInvocations = true)
  @MethodSource("modesAndRoles")
  void writesToTheHubHarmNobodyElse(HubMode mode, StrangerRole role) {
    try (StrangerScene scene = StrangerScene.of(mode);
        RolloutFixture owned = scene.waiting(OWN)) {
      scene.deliver();
      Stranger stranger = scene.stranger(role, namespace(role, owned));
      RandomText random = random(mode, role.name());
      JsonNode victim =
          HubObjects.parse(
                  scene
                      .admin()
                      .raw(Stranger.path(Kinds.POLICY, scene.neighbour().namespace()) + "/web"),
                  JsonNode.class)
              .orElseThrow();
      HubSearch search =
          new HubSearch(stranger, kinds(role), random, RandomObjects.against(victim, mode, random));
      if (role == StrangerRole.ADD_ON_ACCOUNT) {
        search.knowing(Stranger.path(Kinds.POLICY, OWN) + "/" + owned.replicaName());
      }
      if (role == StrangerRole.APPROVER) {
        kubectl(scene, "apply");
      }
      try {
        runner(scene, mode, role.name())
            .run(search, stranger.namespace(), role == StrangerRole.VIEWER ? CHECKED : WRITES);
        assertThat(owned.status().toString()).doesNotContain("sluice:ann");
        assertThat(search.accepted() == 0).isEqualTo(role == StrangerRole.VIEWER);
      } finally {
        if (role == StrangerRole.APPROVER) {
          kubectl(scene, "delete");
        }
        kinds(role).forEach(kind -> clear(scene.admin(), kind, stranger.namespace()));
      }
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("signallers")
  void signalsHarmNobodyElse(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode);
        RolloutFixture owned = scene.waiting(OWN)) {
      MessageSearch search = new MessageSearch(scene.signalled(owned), random(mode, "signals"));
      runner(scene, mode, "signals").run(search, owned.namespace(), WRITES);
      assertThat(search.accepted()).isPositive();
    }
  }

  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("requesters")
  void requestsHarmNobodyElse(HubMode mode) {
    try (StrangerScene scene = StrangerScene.of(mode);
        RequestSearch search =
            new RequestSearch(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), scene.worker().healthPort().orElseThrow()),
                random(mode, "requests"))) {
      runner(scene, mode, "requests").run(search, "no-namespace", WRITES);
      assertThat(search.accepted()).isPositive();
    }
  }

  static List<HubMode> signallers() {
    return Stream.of(HubMode.values()).filter(mode -> wanted(mode, "signals")).toList();
  }

  static List<HubMode> requesters() {
    return Stream.of(HubMode.values()).filter(mode -> wanted(mode, "requests")).toList();
  }

  private static SearchRunner runner(StrangerScene scene, HubMode mode, String who) {
    return new SearchRunner(scene, mode + " " + who, "-D%s=%d".formatted(SEED, DRAWN), CHECKED);
  }

  private static RandomText random(HubMode mode, String who) {
    return new RandomText(new Random(DRAWN + mode.ordinal() * 31L + who.hashCode()));
  }

  private static String namespace(StrangerRole role, RolloutFixture owned) {
    return role == StrangerRole.ADD_ON_ACCOUNT ? OWN : owned.namespace();
  }

  private static List<ResourceDefinitionContext> kinds(StrangerRole role) {
    return switch (role) {
      case BOOTSTRAP_TOKEN -> List.of(Kinds.MANAGED_CLUSTER);
      case ADD_ON_ACCOUNT -> List.of(Kinds.POLICY, Kinds.LEASE);
      case TENANT -> List.of(Kinds.LEASE);
      case APPROVER -> List.of(Kinds.ROLLOUT);
      case AUTHOR, VIEWER ->
          List.of(
              Kinds.POLICY,
              Kinds.PLACEMENT_BINDING,
              Kinds.PLACEMENT,
              Kinds.POLICY_SET,
              Kinds.MANAGED_CLUSTER_SET_BINDING,
              Kinds.LEASE);
    };
  }

  private static void kubectl(StrangerScene scene, String verb) {
    Kubectl.Output done =
        new Kubectl(scene.servers(), folder).run(verb, "-f", "../deploy/admission");
    assertThat(done.code()).as(done.output()).isZero();
  }

  /** Whatever a stranger has put a finalizer on would stay. */
  private static void clear(
      KubernetesClient admin, ResourceDefinitionContext kind, String namespace) {
    var found =
        kind.isNamespaceScoped()
            ? admin.genericKubernetesResources(kind).inNamespace(namespace)
            : admin.genericKubernetesResources(kind);
    found.list().getItems().stream()
        .filter(
            object ->
                kind.isNamespaceScoped()
                    || !Boolean.TRUE.equals(
                        HubObjects.part(object, "spec").get("hubAcceptsClient")))
        .forEach(
            object -> {
              try {
                admin
                    .resource(object)
                    .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"finalizers\": null}}");
              } catch (KubernetesClientException e) {
                // It was about to go, and has gone.
                assertThat(e.getCode()).isEqualTo(HubApi.NOT_FOUND);
              }
              admin.resource(object).delete();
            });
  }
}
