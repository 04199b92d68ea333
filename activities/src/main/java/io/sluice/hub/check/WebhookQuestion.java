package io.sluice.hub.check;

import io.sluice.check.CheckKey;
import io.sluice.hub.client.HubObjects;
import io.sluice.rollout.lifecycle.HubName;
import io.sluice.workflow.AttemptRef;
import io.sluice.workflow.CheckActivities.CheckQuestion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the question that a webhook gets, in JSON (between-waves K6). */
final class WebhookQuestion {
  /** The most names of clusters in one question. */
  static final int MOST_NAMES = 10_000;

  private WebhookQuestion() {}

  /**
   * Returns the text.
   *
   * @param names of the clusters of the group; absent: it names none
   */
  static String json(HubName hub, CheckQuestion question, Optional<List<String>> names) {
    AttemptRef attempt = question.attempt();
    CheckKey key = question.key();
    Map<String, Object> clusters = HubObjects.toTree(question.clusters());
    names.ifPresent(
        all -> {
          clusters.put("names", all.stream().limit(MOST_NAMES).toList());
          clusters.put("namesOmitted", Math.max(0, all.size() - MOST_NAMES));
        });
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("hub", hub.value());
    body.put("policy", attempt.policy().toString());
    body.put("version", attempt.version().generation());
    body.put("attempt", attempt.attempt());
    body.put("rolloutUID", attempt.rolloutUid());
    body.put("check", key.check());
    body.put("placement", key.group().placement());
    body.put("group", key.group().label());
    body.put("stage", key.stage().label());
    body.put("clusters", clusters);
    return HubObjects.json(body);
  }
}
