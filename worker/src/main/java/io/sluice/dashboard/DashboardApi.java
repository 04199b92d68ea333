package io.sluice.dashboard;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.sluice.cli.option.CliFailure;
import io.sluice.cli.request.ApprovalWriter;
import io.sluice.connection.ConnectionFailure;
import io.sluice.hub.client.HubException;
import io.sluice.hub.client.HubObjects;
import io.sluice.page.markup.Element;
import io.sluice.page.model.RolloutName;
import io.sluice.page.model.RolloutPage;
import io.sluice.page.read.RolloutPageReader;
import io.sluice.page.view.PageData;
import io.sluice.page.view.RolloutListView;
import io.sluice.page.view.RolloutView;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Answers what pages ask: their sections as JSON, and approvals. It is internal: pages and server
 * are of one version.
 */
final class DashboardApi implements AutoCloseable {
  private final KubernetesClient client;
  private final WatchedRollouts rollouts;
  private final RolloutPageReader reader;
  private final Optional<String> temporalUi;

  DashboardApi(
      KubernetesClient client, WatchedRollouts rollouts, Optional<String> temporalUi, Clock clock) {
    this.client = client;
    this.rollouts = rollouts;
    this.reader = new RolloutPageReader(client, clock);
    this.temporalUi = temporalUi;
  }

  /** Holds an answer. */
  record Answer(int code, String json) {
    static Answer failed(int code, String message) {
      return new Answer(code, HubObjects.json(Map.of("message", message)));
    }
  }

  List<Element> listSections() {
    return RolloutListView.sections(rollouts.rollouts());
  }

  Answer list() {
    return ok("Rollouts", listSections(), PageData.NONE);
  }

  /** Returns a rollout for its first page; empty where that will say what is wrong. */
  Optional<RolloutPage> first(RolloutName name) {
    try {
      return reader.read(name);
    } catch (HubException | KubernetesClientException e) {
      return Optional.empty();
    }
  }

  Answer rollout(RolloutName name) {
    try {
      return reader
          .read(name)
          .map(page -> ok(name.title(), sections(page), PageData.of(page)))
          .orElseGet(
              () ->
                  Answer.failed(
                      HttpURLConnection.HTTP_NOT_FOUND,
                      "Cannot show rollout %s: the hub has no such Rollout object any more."
                          .formatted(name.title())));
    } catch (HubException | KubernetesClientException e) {
      return failed("Cannot show rollout " + name.title(), e);
    }
  }

  List<Element> sections(RolloutPage page) {
    return RolloutView.sections(page, true, DashboardPages.temporal(temporalUi, page.name()));
  }

  private static Answer ok(String title, List<Element> sections, PageData data) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("title", title + " · Sluice");
    answer.put(
        "sections",
        sections.stream()
            .map(section -> Map.of("id", section.id(), "html", section.html()))
            .toList());
    answer.putAll(data.tree());
    return new Answer(HttpURLConnection.HTTP_OK, HubObjects.json(answer));
  }

  /**
   * Approves a group with the rights of the person who started the dashboard.
   *
   * @param body {@code {"group": "prod"}}; an empty name means the ungrouped clusters
   */
  Answer approve(RolloutName name, String body) {
    Optional<String> group = HubObjects.parse(body, Map.class).flatMap(DashboardApi::group);
    if (group.isEmpty() || name.policy().isEmpty()) {
      return Answer.failed(
          HttpURLConnection.HTTP_BAD_REQUEST,
          "Cannot approve: the request names no group of a policy. Load the page again.");
    }
    try {
      String message =
          new ApprovalWriter(client, name.policy().get())
              .approve(group.filter(named -> !named.isEmpty()));
      return new Answer(HttpURLConnection.HTTP_OK, HubObjects.json(Map.of("message", message)));
    } catch (CliFailure e) {
      return Answer.failed(HttpURLConnection.HTTP_CONFLICT, e.getMessage());
    } catch (HubException | KubernetesClientException e) {
      return failed(
          "Cannot approve %s of %s"
              .formatted(
                  group.get().isEmpty() ? "the ungrouped clusters" : "group " + group.get(),
                  name.title()),
          e);
    }
  }

  private static Optional<String> group(Map<?, ?> body) {
    return body.get("group") instanceof String group ? Optional.of(group) : Optional.empty();
  }

  /** The hub's own reason is passed on: it names the user, and the right that is missing. */
  private static Answer failed(String act, RuntimeException failure) {
    Throwable cause = failure instanceof HubException ? failure.getCause() : failure;
    if (!(cause instanceof KubernetesClientException hub)) {
      return Answer.failed(HttpURLConnection.HTTP_BAD_GATEWAY, failure.getMessage());
    }
    if (hub.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
      return Answer.failed(
          hub.getCode(),
          "%s: the hub does not allow it (403): %s. Ask its administrator for the right to do this."
              .formatted(act, ConnectionFailure.message(hub)));
    }
    return Answer.failed(
        hub.getCode() > 0 ? HttpURLConnection.HTTP_BAD_GATEWAY : HttpURLConnection.HTTP_UNAVAILABLE,
        "%s: %s.".formatted(act, ConnectionFailure.ofHub(hub).reason()));
  }

  @Override
  public void close() {
    reader.close();
  }
}
