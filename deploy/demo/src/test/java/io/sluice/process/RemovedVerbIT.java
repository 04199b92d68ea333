package io.sluice.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.sluice.devservers.SharedDevServers;
import io.sluice.hub.read.HubMode;
import io.sluice.placement.PlacementMode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Takes one verb after the other from a worker in the propagator's place, and from one that
 * propagates templates: it names each object on which it lacks the verb, and no other. For the
 * rights beside the propagator {@link BesidePermissionsIT} does so.
 */
@Timeout(Patience.TEST)
class RemovedVerbIT {
  private static final Optional<String> NAMESPACE = Optional.of("sluice-system");

  private static KubernetesClient admin;
  private static PoorUser user;

  @BeforeAll
  static void begin() {
    admin = SharedDevServers.get().client();
    user = new PoorUser(admin);
  }

  @AfterAll
  static void end() {
    user.close();
    admin.close();
  }

  static List<Arguments> verbs() {
    return Stream.of(false, true)
        .flatMap(
            templates ->
                needed(templates).stream()
                    .map(Permission::verb)
                    .distinct()
                    .map(
                        verb ->
                            Arguments.of(
                                templates ? "propagating templates" : "Standalone",
                                verb,
                                templates)))
        .toList();
  }

  @ParameterizedTest(name = "{0}, without {1}")
  @MethodSource("verbs")
  void aWorkerNamesEveryObjectOnWhichItLacksTheVerb(String mode, String verb, boolean templates) {
    List<Permission> needed = needed(templates);
    List<Permission> missing =
        needed.stream().filter(permission -> permission.verb().equals(verb)).toList();
    user.grant(needed.stream().filter(permission -> !missing.contains(permission)).toList());
    PermissionCheck check =
        new PermissionCheck(
            user.client(), mode(templates), NAMESPACE, PlacementMode.ALL, templates);

    await()
        .atMost(Patience.MOST)
        .pollInterval(Duration.ofMillis(50))
        .untilAsserted(
            () ->
                assertThat(check.problem().orElse("nothing"))
                    .contains("may not %s. Run".formatted(PermissionCheck.message(missing))));
  }

  private static List<Permission> needed(boolean templates) {
    Stream<Permission> needed =
        PermissionCheck.needed(mode(templates), NAMESPACE, PlacementMode.ALL).stream();
    return (templates
            ? Stream.concat(needed, PermissionCheck.neededForTemplates(NAMESPACE).stream())
            : needed)
        .distinct()
        .toList();
  }

  private static HubMode mode(boolean templates) {
    return templates ? HubMode.BESIDE : HubMode.STANDALONE;
  }
}
