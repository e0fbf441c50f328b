/** The kind of client of an API: an AI agent, a crawler or monitor, or a person's browser, script or SDK. */
export const CLIENT_KINDS = ['agent', 'bot', 'person'] as const;

/** Matches the user agents of products in which a model decides which requests to send. */
const AGENTS_PATTERN =
  /\b(claude-user|claude-code|claude-desktop|anthropic|chatgpt-user|openai|codex|perplexity-user|gemini-cli|google-gemini|mistralai-user|meta-externalfetcher|duckassistbot|copilot|cursor|windsurf|cline|roo-code|aider|goose|openhands|devin|manus-user|browser-use|langchain|langgraph|llama-?index|crewai|autogen|autogpt|pydantic-ai|smolagents|mastra|modelcontextprotocol|mcp(-client)?)\b/i;
const BOT_PATTERN =
  /bot\b|crawl|spider|slurp|\b(uptime|pingdom|statuscake|healthcheck|kube-probe|googlehc|elb-healthchecker|newrelicpinger|datadog|checkly|facebookexternalhit|preview|monitor(ing)?)\b/i;

/** Classifies a client by its user agent. */
export function getClientKind(userAgent: string | undefined): (typeof CLIENT_KINDS)[number] {
  if (userAgent === undefined) return 'person';
  if (AGENTS_PATTERN.test(userAgent)) return 'agent';
  return BOT_PATTERN.test(userAgent) ? 'bot' : 'person';
}
