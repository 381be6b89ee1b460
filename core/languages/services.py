"""Services of others, by the names of their clients in each language."""

from __future__ import annotations

from collections.abc import Mapping

CLIENTS: Mapping[str, str] = {
    "Stripe": "Stripe stripe @stripe/stripe-js", "PayPal": "PayPal PayPalCheckoutSdk paypalrestsdk @paypal",
    "Braintree": "Braintree braintree", "Adyen": "Adyen @adyen", "GoCardless": "GoCardlessPro gocardless_pro",
    "Mollie": "Mollie mollie @mollie", "Square": "Square::Client squareup", "Plaid": "Plaid plaid",
    "Amazon Web Services": "Aws AWS boto3 botocore aioboto3 aws-sdk @aws-sdk",
    "Google": "Google::Cloud Google::Apis google.cloud googleapiclient googleapis @google-cloud",
    "Azure": "Azure azure @azure", "Firebase": "FCM firebase_admin firebase firebase-admin",
    "Cloudinary": "Cloudinary cloudinary", "Dropbox": "DropboxApi dropbox", "Cloudflare": "Cloudflare cloudflare",
    "Twilio": "Twilio twilio", "SendGrid": "SendGrid sendgrid @sendgrid", "Mailgun": "Mailgun mailgun mailgun.js",
    "Postmark": "Postmark postmarker postmark", "Mailchimp": "MailchimpMarketing Gibbon mailchimp_marketing",
    "Vonage": "Vonage vonage @vonage", "Slack": "Slack::Web Slack::Notifier slack_sdk slack_bolt @slack",
    "Discord": "Discordrb discord discord.js", "Telegram": "Telegram::Bot telegram telebot telegraf",
    "Intercom": "Intercom intercom", "Zendesk": "ZendeskAPI zenpy", "HubSpot": "Hubspot hubspot @hubspot",
    "Salesforce": "Restforce simple_salesforce jsforce", "Airtable": "Airrecord Norairrecord pyairtable airtable",
    "Notion": "Notion::Client notion_client @notionhq/client", "GitHub": "Octokit github ghapi @octokit octokit",
    "GitLab": "Gitlab gitlab @gitbeaker", "Jira": "JIRA::Client jira atlassian",
    "OpenAI": "OpenAI openai", "Anthropic": "Anthropic anthropic @anthropic-ai", "Algolia": "Algolia algoliasearch",
    "Sentry": "Sentry Raven sentry_sdk @sentry", "Rollbar": "Rollbar rollbar", "Bugsnag": "Bugsnag bugsnag @bugsnag",
    "Honeybadger": "Honeybadger honeybadger @honeybadger-io", "Airbrake": "Airbrake pybrake @airbrake",
    "AppSignal": "Appsignal appsignal @appsignal", "New Relic": "NewRelic newrelic",
    "Datadog": "Datadog ddtrace datadog dd-trace @datadog", "Segment": "Segment::Analytics analytics-node @segment",
    "Mixpanel": "Mixpanel mixpanel", "Amplitude": "AmplitudeAPI amplitude @amplitude", "PostHog": "PostHog posthog posthog-js",
    "LaunchDarkly": "LaunchDarkly ldclient launchdarkly-js-client-sdk", "Pusher": "Pusher pusher pusher-js",
    "OneSignal": "OneSignal onesignal", "Auth0": "Auth0Client Auth0 auth0 @auth0", "Okta": "Okta okta @okta",
    "MaxMind": "MaxMind geoip2", "Mapbox": "Mapbox mapbox mapbox-gl @mapbox", "Google Maps": "googlemaps @googlemaps",
    "EasyPost": "EasyPost easypost @easypost", "Shippo": "Shippo shippo", "TaxJar": "Taxjar taxjar", "Lob": "Lob lob",
    "Shopify": "ShopifyAPI shopify @shopify/shopify-api", "Gravatar": "Gravatar libgravatar", "Geocoder": "Geocoder geopy",
}  # fmt: skip
"""Known services with what their clients are called: constants of Ruby, modules of Python, packages of JavaScript."""
MONITORS = frozenset(
    {
        "Sentry", "Rollbar", "Bugsnag", "Honeybadger", "Airbrake", "AppSignal", "New Relic", "Datadog", "Segment", "Mixpanel",
        "Amplitude", "PostHog",
    }
)  # fmt: skip
"""Those that only watch: what they are told changes nothing for a user."""
