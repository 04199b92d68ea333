-- Health of a Policy: where it is rolled out by a strategy, first how the rollout stands, then its compliance.
local health = {status = "Progressing", message = "Waiting for the policy to be propagated."}
if obj.spec ~= nil and obj.spec.disabled then
  health.status = "Suspended"
  health.message = "The policy is disabled."
  return health
end
if obj.status == nil then
  return health
end

local rollout = obj.status.rolloutStatus
if rollout == "Failed" then
  health.status = "Degraded"
  health.message = "The rollout has failed. Its Rollout says why."
  return health
end
if rollout == "ToApply" then
  health.message = "The rollout has not started any cluster. Its Rollout says what it waits for."
  return health
end
if rollout == "Progressing" then
  health.message = "The rollout is under way. Its Rollout says what it waits for."
  return health
end
if rollout == nil and obj.spec ~= nil and obj.spec.rolloutStrategy ~= nil then
  health.message = "Waiting for the rollout to begin, or for clusters."
  return health
end

if obj.status.compliant == "Compliant" then
  health.status = "Healthy"
  health.message = "Every cluster complies."
elseif obj.status.compliant == "NonCompliant" then
  health.status = "Degraded"
  local clusters = {}
  if obj.status.status ~= nil then
    for _, row in ipairs(obj.status.status) do
      if row.compliant == "NonCompliant" then
        clusters[#clusters + 1] = row.clustername
      end
    end
  end
  health.message = "Clusters that do not comply: " .. table.concat(clusters, ", ")
elseif obj.status.compliant ~= nil then
  health.message = "Waiting for clusters to report compliance."
end
return health
