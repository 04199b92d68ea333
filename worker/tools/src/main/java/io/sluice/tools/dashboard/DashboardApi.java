package io.sluice.tools.dashboard;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.hub.crd.RolloutStatus;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.tools.option.CliFailure;
import io.sluice.tools.page.markup.Element;
import io.sluice.tools.page.model.RolloutFilter;
import io.sluice.tools.page.model.RolloutName;
import io.sluice.tools.page.model.RolloutPage;
import io.sluice.tools.page.read.RolloutPageReader;
import io.sluice.tools.page.read.RunInstants;
import io.sluice.tools.page.view.PageData;
import io.sluice.tools.page.view.RolloutListView;
import io.sluice.tools.page.view.RolloutView;
import io.sluice.tools.request.RolloutRequester;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers what pages show: their sections, as JSON. It is internal: pages and server are of one
 * version.
 */
final class DashboardApi implements AutoCloseable {
  private final KubernetesClient client;
  private final WatchedRollouts rollouts;
  private final RolloutPageReader reader;
  private final RunInstants runs;
  private final RolloutRights rights;
  private final HubName hub;
  private final Optional<String> temporalUi;

  /**
   * Prepares it.
   *
   * @param runs is asked what the hub does not record
   */
  DashboardApi(
      KubernetesClient client,
      WatchedRollouts rollouts,
      RunInstants runs,
      HubName hub,
      Optional<String> temporalUi,
      Clock clock) {
    this.client = client;
    this.rollouts = rollouts;
    this.reader = new RolloutPageReader(client, clock);
    this.runs = runs;
    this.rights = new RolloutRights(client, clock);
    this.hub = hub;
    this.temporalUi = temporalUi;
  }

  List<Element> listSections(RolloutFilter filter) {
    return RolloutListView.sections(
        rollouts.rollouts(), filter, one -> rights.ofNamespace(one.name().namespace()));
  }

  ApiAnswer list(RolloutFilter filter) {
    return ok("Rollouts", listSections(filter), PageData.NONE);
  }

  /**
   * Returns a rollout for its first page, from the hub alone: the page asks again at once. Empty
   * where that will say what is wrong.
   */
  Optional<RolloutPage> first(RolloutName name) {
    try {
      return reader.read(name);
    } catch (HubException | KubernetesClientException e) {
      return Optional.empty();
    }
  }

  ApiAnswer rollout(RolloutName name) {
    try {
      return reader
          .read(name, runs)
          .map(page -> ok(name.title(), sections(page), PageData.of(page)))
          .orElseGet(
              () ->
                  ApiAnswer.failed(
                      HttpURLConnection.HTTP_NOT_FOUND,
                      "Cannot show rollout %s: the hub has no such Rollout object any more."
                          .formatted(name.title())));
    } catch (HubException | KubernetesClientException e) {
      return ApiAnswer.failed("Cannot show rollout " + name.title(), e);
    }
  }

  List<Element> sections(RolloutPage page) {
    boolean granted = rights.of(page.name());
    List<Element> sections =
        RolloutView.sections(
            page,
            granted ? offer(page) : RolloutRequester.Offer.NONE,
            DashboardPages.temporal(temporalUi, hub, page.name()));
    return granted ? sections : RolloutView.viewOnly(page, sections);
  }

  /** What cannot be read now is not offered: the page says why it could not be read. */
  private RolloutRequester.Offer offer(RolloutPage page) {
    try {
      return page.name()
          .target()
          .map(
              target ->
                  RolloutRequester.of(client, target, hub)
                      .offer(page.issues().stream().map(RolloutStatus.Issue::cluster).toList()))
          .orElse(RolloutRequester.Offer.NONE);
    } catch (CliFailure | HubException | KubernetesClientException e) {
      return RolloutRequester.Offer.NONE;
    }
  }

  private static ApiAnswer ok(String title, List<Element> sections, PageData data) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("title", title + " · Sluice");
    answer.put(
        "sections",
        sections.stream()
            .map(section -> Map.of("id", section.id(), "html", section.html()))
            .toList());
    answer.putAll(data.tree());
    return new ApiAnswer(HttpURLConnection.HTTP_OK, HubObjects.json(answer));
  }

  @Override
  public void close() {
    reader.close();
  }
}
