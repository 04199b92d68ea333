package io.sluice.hub.informer;

import static io.sluice.hub.HubPatience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.hub.client.HubClient;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.Kinds;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReflectorTest {
  private static final String RESOURCE = Kinds.resource(Kinds.MANAGED_CLUSTER);

  /** More than any parser follows. */
  private static final String TOO_DEEP = "[".repeat(2000) + "]".repeat(2000);

  private final ScriptedHub hub = ScriptedHub.start(list("7", cluster("c1", 1), cluster("c2", 2)));
  private final KubernetesClient client = HubClient.ofUrl(hub.url());
  private final List<String> heard = new CopyOnWriteArrayList<>();
  private Informers informers = new Informers(client, this::hear);

  private void hear(
      Object kind,
      Optional<GenericKubernetesResource> former,
      Optional<GenericKubernetesResource> present) {
    String name = present.or(() -> former).orElseThrow().getMetadata().getName();
    heard.add((former.isEmpty() ? "+" : present.isEmpty() ? "-" : "~") + name);
  }

  /** Has each change followed by that. */
  private void onceHeard(Runnable action) {
    informers.close();
    informers =
        new Informers(
            client,
            (kind, former, present) -> {
              hear(kind, former, present);
              action.run();
            });
  }

  @AfterEach
  void close() {
    informers.close();
    client.close();
    hub.close();
  }

  private static String cluster(String name, int version) {
    return cluster(name, version, accepted("{}"));
  }

  /** Returns the spec of an accepted cluster with that as a further field. */
  private static String accepted(String more) {
    return "{\"hubAcceptsClient\": true, \"more\": %s}".formatted(more);
  }

  private static String cluster(String name, int version, String spec) {
    return "{\"apiVersion\": \"cluster.open-cluster-management.io/v1\", \"kind\": \"ManagedCluster\", \"metadata\": {\"name\": \"%s\", \"resourceVersion\": \"%d\", \"uid\": \"u-%s\"}, \"spec\": %s}"
        .formatted(name, version, name, spec);
  }

  private static String list(String version, String... items) {
    return list(version, "", List.of(items));
  }

  private static String list(String version, String next, List<String> items) {
    return "{\"kind\": \"List\", \"apiVersion\": \"v1\", \"metadata\": {\"resourceVersion\": \"%s\", \"continue\": \"%s\"}, \"items\": [%s]}"
        .formatted(version, next, String.join(",", items));
  }

  private static String event(String type, String object) {
    return "{\"type\": \"%s\", \"object\": %s}".formatted(type, object);
  }

  private static String error(int code) {
    return event(
        "ERROR",
        "{\"kind\": \"Status\", \"apiVersion\": \"v1\", \"metadata\": {}, \"status\": \"Failure\", \"message\": \"too old\", \"code\": %d}"
            .formatted(code));
  }

  private void watch() {
    informers.watch(Kinds.MANAGED_CLUSTER);
    informers.awaitSync();
  }

  private List<String> names() {
    return informers.all(Kinds.MANAGED_CLUSTER).stream()
        .map(cluster -> cluster.getMetadata().getName())
        .sorted()
        .toList();
  }

  @Test
  void aKindIsListedOnceAndWatchedFromThere() {
    watch();
    assertThat(names()).containsExactly("c1", "c2");

    hub.event(event("ADDED", cluster("c3", 8)));
    hub.event(event("MODIFIED", cluster("c1", 9, accepted("[]"))));
    hub.event(event("DELETED", cluster("c2", 10)));
    await().until(() -> heard.contains("-c2"));
    assertThat(heard).containsExactly("+c1", "+c2", "+c3", "~c1", "-c2");
    assertThat(names()).containsExactly("c1", "c3");
    assertThat(informers.find(Kinds.MANAGED_CLUSTER, "c1").orElseThrow().getAdditionalProperties())
        .containsKey("spec");

    hub.event(event("BOOKMARK", cluster("", 99)));
    hub.event(ScriptedHub.END);
    await().until(() -> hub.watched().size() == 2);
    assertThat(hub.watched().get(0)).contains("&resourceVersion=7&", "timeoutSeconds=25");
    assertThat(hub.watched().get(1)).contains("&resourceVersion=99&");
    assertThat(hub.listed()).containsExactly("limit=100");
    assertThat(informers.watching()).isTrue();
    assertThat(informers.silence(RESOURCE)).isPresent();
  }

  @Test
  void aPageIsAskedForWhileTheObjectsOfTheOneBeforeAreRead() {
    hub.lists(
        query ->
            query.contains("continue=more")
                ? list("7", cluster("c2", 2))
                : list("7", "more", List.of(cluster("c1", 1))));
    onceHeard(() -> await().until(() -> hub.listed().size() == 2));
    watch();

    assertThat(names()).containsExactly("c1", "c2");
    assertThat(heard).containsExactly("+c1", "+c2");
  }

  @Test
  void theItemsOfAListThatDoNotNameTheirKindAreOfIt() {
    hub.lists(
        query -> list("7", cluster("c1", 1).replaceFirst("\"apiVersion.*?, \"meta", "\"meta")));
    watch();

    GenericKubernetesResource item = informers.find(Kinds.MANAGED_CLUSTER, "c1").orElseThrow();
    assertThat(item.getKind()).isEqualTo("ManagedCluster");
    assertThat(item.getApiVersion()).isEqualTo("cluster.open-cluster-management.io/v1");
  }

  @Test
  void otherCharactersThanAsciiArriveAsTheyWereWritten() {
    String greeting = "Grüße … 😀";
    hub.lists(query -> list("7", cluster("c1", 1, accepted("\"" + greeting + "\""))));
    watch();
    hub.event(event("ADDED", cluster("c3", 8, accepted("\"" + greeting + "\""))));

    await().until(() -> heard.contains("+c3"));
    assertThat(informers.all(Kinds.MANAGED_CLUSTER))
        .hasSize(2)
        .allSatisfy(
            cluster ->
                assertThat(HubObjects.part(cluster, "spec")).containsEntry("more", greeting));
  }

  @Test
  void aVersionThatTheHubHasForgottenIsListedAnew() {
    watch();
    hub.lists(query -> list("50", cluster("c1", 1), cluster("c4", 40)));
    hub.event(error(410));

    await().until(() -> heard.contains("-c2"));
    assertThat(names()).containsExactly("c1", "c4");
    // What is as it was before is no change.
    assertThat(heard).containsExactlyInAnyOrder("+c1", "+c2", "+c4", "-c2");
    await().until(() -> hub.watched().size() == 2);
    assertThat(hub.watched().get(1)).contains("&resourceVersion=50&");
  }

  @Test
  void anyOtherErrorOfAWatchIsTriedAgainFromWhereItStood() {
    watch();
    hub.event(event("ADDED", cluster("c3", 8)));
    hub.event(error(500));

    await().until(() -> hub.watched().size() == 2);
    assertThat(hub.watched().get(1)).contains("&resourceVersion=8&");
    assertThat(hub.listed()).hasSize(1);
  }

  @Test
  void aHubThatRefusesIsAskedUntilItAnswers() {
    hub.refuse(503);
    informers.watch(Kinds.MANAGED_CLUSTER);
    await().until(() -> hub.listed().size() >= 4);
    assertThat(informers.synced(Kinds.MANAGED_CLUSTER)).isFalse();
    assertThat(informers.watching()).isFalse();
    assertThat(informers.silence(RESOURCE)).isEmpty();
    assertThat(informers.problems())
        .containsExactly(
            "Cannot list "
                + RESOURCE
                + ": the hub answered 503 (as scripted). Sluice tries again.");

    hub.refuse(200);
    informers.awaitSync();
    assertThat(names()).containsExactly("c1", "c2");
    assertThat(informers.problems()).isEmpty();
  }

  @Test
  void anObjectThatCannotBeReadCostsItselfAlone() {
    hub.lists(query -> list("7", cluster("c1", 1), cluster("bad", 2, TOO_DEEP), cluster("c2", 3)));
    watch();
    assertThat(names()).containsExactly("c1", "c2");
    assertThat(informers.unreadable()).containsExactly(Map.entry(RESOURCE, 1));

    hub.event(event("MODIFIED", cluster("c1", 8, TOO_DEEP)));
    hub.event(event("ADDED", cluster("c3", 9)));
    await().until(() -> heard.contains("+c3"));
    // It counts as it was before, or not at all.
    assertThat(names()).containsExactly("c1", "c2", "c3");
    assertThat(heard).doesNotContain("~c1", "-c1");
    assertThat(informers.unreadable()).containsEntry(RESOURCE, 2);

    hub.event(event("MODIFIED", cluster("bad", 10)));
    hub.event(event("DELETED", cluster("c1", 11, TOO_DEEP)));
    await().until(() -> heard.contains("-c1"));
    assertThat(names()).containsExactly("bad", "c2", "c3");
    assertThat(informers.unreadable()).containsEntry(RESOURCE, 0);
    hub.event(ScriptedHub.END);
    await().until(() -> hub.watched().size() == 2);
    assertThat(hub.watched().get(1)).contains("&resourceVersion=11&");
    assertThat(hub.listed()).hasSize(1);
  }

  /** What is walked by recursion has a hundred levels at most (policy-propagation 16b). */
  @Test
  void anObjectOfMoreThanAHundredLevelsCannotBeRead() {
    String most = "[".repeat(98) + "]".repeat(98);
    hub.lists(
        query ->
            list(
                "7",
                cluster("c1", 1, accepted(most)),
                cluster("bad", 2, accepted("[" + most + "]"))));
    watch();
    assertThat(names()).containsExactly("c1");
    assertThat(informers.unreadable()).containsExactly(Map.entry(RESOURCE, 1));
  }

  @Test
  void oneThatIsUnreadableInANewListStaysAsItWas() {
    watch();
    hub.lists(query -> list("50", cluster("c1", 40, TOO_DEEP)));
    informers.listAnew();

    await().until(() -> heard.contains("-c2"));
    assertThat(names()).containsExactly("c1");
    await().until(() -> informers.synced(Kinds.MANAGED_CLUSTER));
  }

  @Test
  void aListWithAnObjectThatHasNoNameTakesNothingAway() {
    watch();
    hub.lists(query -> list("50", "{\"spec\": {}}", cluster("c3", 40)));
    informers.listAnew();

    await().until(() -> heard.contains("+c3"));
    await().until(() -> informers.synced(Kinds.MANAGED_CLUSTER));
    assertThat(names()).containsExactly("c1", "c2", "c3");
    assertThat(informers.unreadable()).containsExactly(Map.entry(RESOURCE, 1));
  }

  @Test
  void aPartOfAWatchThatIsStillBeingReadDelaysTheListThatEndsIt() throws Exception {
    CountDownLatch released = new CountDownLatch(1);
    onceHeard(
        () -> {
          if (heard.contains("+c3")) {
            awaited(released);
          }
        });
    watch();
    hub.lists(query -> list("50", cluster("c1", 40)));
    hub.event(event("ADDED", cluster("c3", 8)) + "\n" + event("MODIFIED", cluster("c1", 9)));
    await().until(() -> heard.contains("+c3"));
    informers.listAnew();
    await().until(() -> hub.listed().size() > 1 || states().anyMatch(Thread.State.BLOCKED::equals));
    assertThat(hub.listed()).hasSize(1);

    released.countDown();
    await().until(() -> hub.watched().size() == 2);
    assertThat(hub.watched().get(1)).contains("&resourceVersion=50&");
    GenericKubernetesResource present = informers.find(Kinds.MANAGED_CLUSTER, "c1").orElseThrow();
    assertThat(present.getMetadata().getResourceVersion()).isEqualTo("40");
    assertThat(names()).containsExactly("c1");
  }

  private static void awaited(CountDownLatch released) {
    try {
      assertThat(released.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns in which state each thread is that reflects. */
  private Stream<Thread.State> states() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(this::reflects)
        .map(Thread::getState);
  }

  @Test
  void anEventThatNamesNoObjectHasAllListedAnew() {
    watch();
    hub.lists(query -> list("50", cluster("c2", 2)));
    hub.event("{\"type\": \"MODIFIED\", \"object\": {\"metadata\": [");

    await().until(() -> heard.contains("-c1"));
    assertThat(hub.listed()).hasSize(2);
  }

  @Test
  void listsAreReadInPagesByTheirBytes() {
    String large = accepted("\"" + "x".repeat(200_000) + "\"");
    hub.lists(
        query -> {
          int from =
              query.contains("continue=") ? Integer.parseInt(query.replaceAll(".*=", "")) : 0;
          int limit = Integer.parseInt(query.replaceAll("limit=(\\d+).*", "$1"));
          int to = Math.min(150, from + limit);
          return list(
              from == 0 ? "7" : "9",
              to < 150 ? String.valueOf(to) : "",
              IntStream.range(from, to).mapToObj(i -> cluster("c" + i, 1, large)).toList());
        });
    watch();

    assertThat(names()).hasSize(150);
    String limits =
        hub.listed().stream()
            .map(query -> query.replaceAll("limit=(\\d+).*", "$1"))
            .collect(Collectors.joining(" "));
    assertThat(limits).isEqualTo("100 41 41");
    await().until(() -> hub.watched().size() == 1);
    // Where a server shows what changed meanwhile, nothing of it is lost.
    assertThat(hub.watched().get(0)).contains("&resourceVersion=7&");
  }

  @Test
  void onDemandEverythingIsListedAnew() {
    watch();
    await().until(() -> informers.watching());
    hub.refuse(503);
    informers.listAnew();
    assertThat(informers.synced(Kinds.MANAGED_CLUSTER)).isFalse();
    await().until(() -> hub.listed().size() >= 3);
    assertThat(names()).containsExactly("c1", "c2");

    hub.refuse(200);
    await().until(() -> informers.synced(Kinds.MANAGED_CLUSTER));
  }

  /** Anybody with a bootstrap token can create one (policy-propagation 7). */
  @Test
  void aManagedClusterThatIsNotAcceptedIsNotThere() {
    hub.lists(query -> list("7", cluster("c1", 1), cluster("c2", 2, "{}")));
    watch();
    assertThat(names()).containsExactly("c1");

    hub.event(event("MODIFIED", cluster("c2", 8)));
    await().until(() -> heard.contains("+c2"));
    hub.event(event("MODIFIED", cluster("c2", 9, "{\"hubAcceptsClient\": false}")));
    await().until(() -> heard.contains("-c2"));
    assertThat(names()).containsExactly("c1");
    assertThat(heard).containsExactly("+c1", "+c2", "-c2");
  }

  @Test
  void aHandlerThatFailsDoesNotEndTheWatch() {
    onceHeard(
        () -> {
          throw new IllegalStateException("thrown by a handler, as a test wants");
        });
    watch();
    hub.event(event("ADDED", cluster("c3", 8)));

    await().until(() -> heard.contains("+c3"));
    assertThat(names()).containsExactly("c1", "c2", "c3");
  }

  @Test
  void anInformerThatIsClosedAsksNoMore() {
    watch();
    await().until(() -> informers.watching());
    informers.close();
    hub.event(event("ADDED", cluster("c3", 8)));
    hub.event(ScriptedHub.END);

    await().until(() -> states().findAny().isEmpty());
    assertThat(hub.watched()).hasSize(1);
    assertThat(heard).containsExactly("+c1", "+c2");
  }

  private boolean reflects(Thread thread) {
    return thread.getName().equals("hub-" + RESOURCE);
  }
}
