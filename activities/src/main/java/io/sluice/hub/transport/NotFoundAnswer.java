package io.sluice.hub.transport;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.HttpURLConnection;
import okhttp3.Response;

/**
 * Tells whether the hub itself says that there is no such object or kind. Something between may
 * answer 404 for a while, as a proxy without a backend does: taken for the hub's word, it would
 * show every policy and every Rollout as deleted.
 */
final class NotFoundAnswer {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** More than a Status has. */
  private static final long LONGEST = 1 << 16;

  /** An API server sets it on every answer, also where it knows no such kind. */
  private static final String SERVER = "Audit-Id";

  private NotFoundAnswer() {}

  /**
   * Checks that an answer is no 404 of something else than an API server.
   *
   * @throws IOException where it is; the answer is closed, and counts as if there were none
   */
  static void check(Response answer) throws IOException {
    if (answer.code() != HttpURLConnection.HTTP_NOT_FOUND
        || answer.header(SERVER) != null
        || status(answer.peekBody(LONGEST).string())) {
      return;
    }
    answer.close();
    throw new IOException(
        "404 from something that is no API server, with the type %s; look at what is between"
            .formatted(answer.header("Content-Type", "none")));
  }

  private static boolean status(String body) {
    try {
      JsonNode status = JSON.readTree(body);
      return status != null
          && "Status".equals(status.path("kind").asText())
          && "NotFound".equals(status.path("reason").asText());
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
